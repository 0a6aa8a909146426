"""Text files that are no UTF-8: what they may be, how that would read, and a copy of them in UTF-8."""

import codecs
import os
import re
from dataclasses import dataclass

from evalhub.lib.translation import gettext_noop

CHUNK_BYTES = 1024 * 1024
LOOKED_AT_BYTES = 32 * CHUNK_BYTES
SAMPLE_LINES = 3
SAMPLE_CHARACTERS = 80
# The names of Python's codecs in the order in which they are offered. ISO-8859-1 is what Windows-1252 has more of.
ENCODINGS = {
    "cp1252": gettext_noop("Windows-1252, Western European"),
    "cp1250": gettext_noop("Windows-1250, Central European"),
    "cp1251": gettext_noop("Windows-1251, Cyrillic"),
    "mac_roman": gettext_noop("Mac Roman"),
    "shift_jis": gettext_noop("Shift JIS, Japanese"),
    "gb18030": gettext_noop("GB 18030, Chinese"),
    "euc_kr": gettext_noop("EUC-KR, Korean"),
}
UTF_16 = "utf-16"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class Offer:
    """An encoding in which the first doubtful lines can be read, and how they read."""

    encoding: str
    title: str
    lines: list[str]


def is_utf_16(path):
    """Whether the file says so at its start."""
    with open(path, "rb") as file:
        return file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def offers(path):
    """[Offer] for a file whose first part has lines that are no UTF-8, without those that read the same; else []."""
    lines = _doubtful_lines(path)
    found = []
    for encoding, title in ENCODINGS.items() if lines else ():
        read = _read(lines, encoding)
        if read and all(read != each.lines for each in found):
            found.append(Offer(encoding, title, read))
    return found


def title_of(encoding):
    """The name of an encoding for people."""
    return ENCODINGS.get(encoding, "UTF-16")


def convert(path, target, encoding):
    """Write `target`, the file in UTF-8; UnicodeDecodeError where a byte is none of the encoding. Flat memory."""
    decoder = codecs.getincrementaldecoder(encoding)()
    unfinished = target.with_suffix(".part")
    try:
        with open(path, "rb") as source, open(unfinished, "wb") as out:
            while chunk := source.read(CHUNK_BYTES):
                out.write(decoder.decode(chunk).encode())
            out.write(decoder.decode(b"", final=True).encode())
        os.replace(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def _doubtful_lines(path):
    """The first lines that are no UTF-8, as bytes."""
    found, read = [], 0
    with open(path, "rb") as file:
        while read < LOOKED_AT_BYTES and len(found) < SAMPLE_LINES and (line := file.readline(CHUNK_BYTES)):
            read += len(line)
            try:
                line.decode()
            except UnicodeDecodeError:
                found.append(line.strip())
    return found


def _read(lines, encoding):
    """The lines around their first character beyond ASCII; [] where one is not of the encoding, or has controls."""
    read = []
    for line in lines:
        try:
            text = line.decode(encoding)
        except UnicodeDecodeError:
            return []
        if _CONTROL.search(text):
            return []
        begin = next(place for place, character in enumerate(text) if not character.isascii())
        read.append(text[max(0, begin - SAMPLE_CHARACTERS // 2) :][:SAMPLE_CHARACTERS])
    return read

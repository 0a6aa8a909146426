"""The files of a log: JSON with NaN in it, and zips that are read in memory, never unpacked, within limits."""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator

import zstandard

from evalhub.lib.translation import gettext as _
from experiments.benchmarks.logs import InvalidLog

MOST_ENTRIES = 100_000
MOST_ENTRY_BYTES = 64 * 1024 * 1024
MOST_BYTES = 512 * 1024 * 1024
ZSTANDARD = 93  # the method's number in a zip, which Python's own module does not know yet
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_BROKEN = (zipfile.BadZipFile, zlib.error, zstandard.ZstdError, struct.error, EOFError, ValueError, RuntimeError)


def load(content: bytes, name: str) -> object:
    """The value of a JSON document, NaN and infinite numbers among it."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as problem:
        words = _("%(name)s is not valid JSON: %(problem)s.")
        raise InvalidLog(words % {"name": name[:200], "problem": str(problem)[:200]}) from None


def entries(content: bytes) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of the files in a zip. Names are only compared and never used as paths.

    InvalidLog for a zip that is broken, encrypted or holds more than the limits, counted while it is read.
    """
    try:
        yield from _entries(content)
    except _BROKEN as problem:
        words = _("The zip is broken or compressed in an unknown way: %(problem)s.")
        raise InvalidLog(words % {"problem": str(problem)[:200]}) from None


def _entries(content):
    total = 0
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if len(archive.infolist()) > MOST_ENTRIES:
            words = _("The zip has more than %(most)s entries.")
            raise InvalidLog(words % {"most": f"{MOST_ENTRIES:,}"})
        for info in archive.infolist():
            if info.is_dir():
                continue
            if ".." in info.filename.split("/") or info.filename.startswith("/") or "\\" in info.filename:
                words = _("The zip has an entry outside of it: %(name)s.")
                raise InvalidLog(words % {"name": ascii(info.filename[:100])})
            found = _read(archive, content, info)
            total += len(found)
            if len(found) > MOST_ENTRY_BYTES or total > MOST_BYTES:
                words = _("The zip is too large when unpacked: at most %(entry)s MB for an entry, %(all)s MB in all.")
                raise InvalidLog(words % {"entry": MOST_ENTRY_BYTES >> 20, "all": MOST_BYTES >> 20})
            yield info.filename, found


def _read(archive, content, info):
    """At most one byte more than an entry may have."""
    if info.compress_type != ZSTANDARD:
        with archive.open(info) as file:
            return file.read(MOST_ENTRY_BYTES + 1)
    mark, name_length, extra_length = _LOCAL_HEADER.unpack_from(content, info.header_offset)
    if mark != b"PK\x03\x04" or info.flag_bits & 1:
        raise zipfile.BadZipFile(f"Bad entry {info.filename[:100]!r}")
    start = info.header_offset + _LOCAL_HEADER.size + name_length + extra_length
    packed = io.BytesIO(content[start : start + info.compress_size])
    with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
        return reader.read(MOST_ENTRY_BYTES + 1)

"""Whether the first bytes of a file are what its format says: no archives, no other format under a wrong name."""

import codecs

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

_PACKED = {
    b"PK\x03\x04": gettext_noop("a ZIP archive or an Excel file (save its sheet as CSV UTF-8)"),
    b"PK\x05\x06": gettext_noop("a ZIP archive"),
    b"\x1f\x8b": gettext_noop("compressed with gzip"),
    b"BZh": gettext_noop("compressed with bzip2"),
    b"\xfd7zXZ\x00": gettext_noop("compressed with xz"),
    b"\x28\xb5\x2f\xfd": gettext_noop("compressed with zstd"),
    b"\x04\x22\x4d\x18": gettext_noop("compressed with lz4"),
    b"7z\xbc\xaf\x27\x1c": gettext_noop("a 7z archive"),
    b"Rar!\x1a\x07": gettext_noop("a RAR archive"),
    b"\xd0\xcf\x11\xe0": gettext_noop("an old Excel or Word file"),
    b"%PDF-": gettext_noop("a PDF file"),
}
BLANKS = b" \t\r\n"
_CONTROLS = bytes({*range(32)} - {*b"\t\n\f\r"})
_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def problem_with_content(start, *, reader, others):
    """Why a file that starts with the bytes `start` is not of this Reader's format, or "".

    `others` are the readers of other formats, whose marks a file of this one does not start with.
    """
    if not start:
        return _("The file is empty.")
    for mark, words in _PACKED.items():
        if start.startswith(mark):
            text = _("The file is %(what)s. Upload the %(title)s file itself, not an archive.")
            return text % {"what": _(words), "title": reader.title}
    if reader.marks:
        text = _("The file is not %(title)s: it does not start with %(mark)s.")
        words = {"title": reader.title, "mark": reader.marks[0].decode("ascii", "replace")}
        return "" if start.startswith(reader.marks) else text % words
    for other in others:
        if start.startswith(other.marks):
            text = _("The file is %(other)s, not %(title)s. Name it *.%(extension)s.")
            return text % {"other": other.title, "title": reader.title, "extension": other.extensions[0]}
    if start.startswith(_UTF_16_MARKS):
        return _("The file is UTF-16. Save it as UTF-8.")
    if _is_binary(start):
        return _("The file is not a text file. Upload the %(title)s file itself.") % {"title": reader.title}
    text = start.removeprefix(_UTF_8_MARK)
    if not text.lstrip(BLANKS):
        return "" if len(start) >= 4096 else _("The file is empty.")
    return reader.problem_with_text(text)


def _is_binary(start):
    """Whether many of the bytes are control characters, and all of them are no UTF-8."""
    if (len(start) - len(start.translate(None, _CONTROLS))) * 20 <= len(start):
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return True
    return False

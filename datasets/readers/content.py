"""Whether the first bytes of a file are what its format says: no archives, no other format under a wrong name."""

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

_PACKED = {
    b"PK\x03\x04": gettext_noop("a ZIP archive (or an Excel file)"),
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
_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_PARQUET_MARKS = (b"PAR1", b"PARE")


def problem_with_content(start, *, title):
    """Why a file that starts with the bytes `start` is no `title` (CSV, JSON, JSONL, Parquet), or ""."""
    if not start:
        return _("The file is empty.")
    for mark, words in _PACKED.items():
        if start.startswith(mark):
            text = _("The file is %(what)s. Upload the %(title)s file itself, not an archive.")
            return text % {"what": _(words), "title": title}
    if title == "Parquet":
        is_good = start.startswith(_PARQUET_MARKS)
        return "" if is_good else _("The file is not Parquet: it does not start with PAR1.")
    return _problem_with_text(start, title)


def _problem_with_text(start, title):
    if start.startswith(_PARQUET_MARKS):
        return _("The file is Parquet, not %(title)s. Name it *.parquet.") % {"title": title}
    if start.startswith(_UTF_16_MARKS):
        return _("The file is UTF-16. Save it as UTF-8.")
    text = start.removeprefix(_UTF_8_MARK)
    first = text.lstrip(b" \t\r\n")[:1]
    if not first:
        return "" if len(start) >= 4096 else _("The file is empty.")
    if title == "CSV" and text[:1] in (b"{", b"["):
        return _("The file looks like JSON, not CSV. Name it *.json (one list) or *.jsonl (one object per line).")
    if title == "JSON" and first == b"{":
        return _("The file is not a list of objects: it starts with {. Name it *.jsonl if it has one object per line.")
    if title == "JSON" and first != b"[":
        return _("The file is not a JSON list of objects: it does not start with [.")
    if title == "JSONL" and first == b"[":
        return _("The file is not JSON Lines: it starts with [. Name it *.json if it is one list of objects.")
    return ""

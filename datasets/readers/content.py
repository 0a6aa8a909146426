"""Whether the first bytes of a file are what its format says: no archives, no other format under a wrong name."""

_PACKED = {
    b"PK\x03\x04": "a ZIP archive (or an Excel file)",
    b"PK\x05\x06": "a ZIP archive",
    b"\x1f\x8b": "compressed with gzip",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ\x00": "compressed with xz",
    b"\x28\xb5\x2f\xfd": "compressed with zstd",
    b"\x04\x22\x4d\x18": "compressed with lz4",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file",
    b"%PDF-": "a PDF file",
}
_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_PARQUET_MARKS = (b"PAR1", b"PARE")


def problem_with_content(start, *, title):
    """Why a file that starts with the bytes `start` is no `title` (CSV, JSON, JSONL, Parquet), or ""."""
    if not start:
        return "The file is empty."
    for mark, words in _PACKED.items():
        if start.startswith(mark):
            return f"The file is {words}. Upload the {title} file itself, not packed."
    if title == "Parquet":
        return "" if start.startswith(_PARQUET_MARKS) else "The file is not Parquet: it does not start with PAR1."
    return _problem_with_text(start, title)


def _problem_with_text(start, title):
    if start.startswith(_PARQUET_MARKS):
        return f"The file is Parquet, not {title}. Name it *.parquet."
    if start.startswith(_UTF_16_MARKS):
        return "The file is UTF-16. Save it as UTF-8."
    text = start.removeprefix(_UTF_8_MARK)
    first = text.lstrip(b" \t\r\n")[:1]
    if not first:
        return "" if len(start) >= 4096 else "The file is empty."
    if title == "CSV" and text[:1] in (b"{", b"["):
        return "The file looks like JSON, not CSV. Name it *.json (one list) or *.jsonl (one object per line)."
    if title == "JSON" and first == b"{":
        return "The file is not a list of objects: it starts with {. Name it *.jsonl if it has one object per line."
    if title == "JSON" and first != b"[":
        return "The file is not a JSON list of objects: it does not start with [."
    if title == "JSONL" and first == b"[":
        return "The file is not JSON Lines: it starts with [. Name it *.json if it is one list of objects."
    return ""

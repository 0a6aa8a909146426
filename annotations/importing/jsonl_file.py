"""Our own annotation exports in JSONL."""

from annotations.importing import registry
from annotations.importing.exported_rows import ExportedRows


@registry.register("JSONL")
class ExportedLines(ExportedRows):
    title = "JSONL, as exported here"
    reader = "JSONL"

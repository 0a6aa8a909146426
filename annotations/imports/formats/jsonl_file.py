"""Our own annotation exports in JSONL."""

from annotations.imports.formats import registry
from annotations.imports.formats.exported_rows import ExportedRows
from evalhub.lib.translation import gettext_noop


@registry.register("JSONL")
class ExportedLines(ExportedRows):
    title = gettext_noop("JSONL, as exported here")
    reader = "JSONL"

"""Our own annotation exports in JSONL."""

from annotations.importing import registry
from annotations.importing.exported_rows import ExportedRows
from evalhub.lib.translation import gettext_noop


@registry.register("JSONL")
class ExportedLines(ExportedRows):
    title = gettext_noop("JSONL, as exported here")
    reader = "JSONL"

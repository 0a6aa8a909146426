"""Our own annotation exports in JSON."""

from annotations.importing import registry
from annotations.importing.exported_rows import ExportedRows


@registry.register("JSON")
class ExportedList(ExportedRows):
    title = "JSON, as exported here"
    reader = "JSON"

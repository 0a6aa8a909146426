"""Our own annotation exports in JSON."""

from annotations.imports.formats import registry
from annotations.imports.formats.exported_rows import ExportedRows
from evalhub.lib.translation import gettext_noop


@registry.register("JSON")
class ExportedList(ExportedRows):
    title = gettext_noop("JSON, as exported here")
    reader = "JSON"

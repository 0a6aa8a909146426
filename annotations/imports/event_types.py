"""Events of imports of annotations."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop

IMPORT = {
    "import_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
    "task_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e40",
    "kind": "annotations",
}


@register("import.completed")
class ImportCompleted(EventType):
    title = gettext_noop("Import of annotations completed")
    example = IMPORT | {"rows_stored": 480, "rows_repeated": 20}


@register("import.failed")
class ImportFailed(EventType):
    title = gettext_noop("Import of annotations failed")
    example = IMPORT | {"reason": "The file has 3 errors. Nothing was imported."}

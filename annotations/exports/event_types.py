"""Events of exports."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop

EXPORT = {
    "export_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
    "task_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e40",
    "kind": "ground_truth",
    "format": "CSV",
}


@register("export.completed")
class ExportCompleted(EventType):
    title = gettext_noop("Export completed")
    example = EXPORT | {"rows": 1200, "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}


@register("export.failed")
class ExportFailed(EventType):
    title = gettext_noop("Export failed")
    example = EXPORT | {"reason": "The disk of the server is full."}

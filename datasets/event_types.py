"""Events of dataset versions."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop

VERSION = {
    "dataset_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e40",
    "version_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
    "version_number": 3,
    "cases": 1200,
}


@register("dataset_version.checked")
class VersionChecked(EventType):
    title = gettext_noop("Dataset file checked")
    example = VERSION | {"validation_status": "VALID", "error_count": 0}


@register("dataset_version.published")
class VersionPublished(EventType):
    title = gettext_noop("Dataset version published")
    example = VERSION

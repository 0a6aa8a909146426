"""Events of ground truth."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop


@register("ground_truth.updated")
class GroundTruthUpdated(EventType):
    title = gettext_noop("Ground truth updated")
    example = {"task_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45", "question": "verdict", "items": 12}

"""Events of annotation tasks."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop


@register("annotation_task.completed")
class TaskCompleted(EventType):
    title = gettext_noop("Annotation task completed")
    example = {"task_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45", "name": "Support answers, week 47"}

"""Events of runs."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop

RUN = {"run_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45", "kind": "scoring", "task_id": None}


@register("run.completed")
class RunCompleted(EventType):
    title = gettext_noop("Run completed")
    example = RUN


@register("run.failed")
class RunFailed(EventType):
    title = gettext_noop("Run failed")
    example = RUN | {"reason": "No request of the step scoring has an answer."}

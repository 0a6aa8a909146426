"""Events of evaluations."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop

_EXAMPLE = {
    "evaluation_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
    "name": "Nightly",
    "type": "BATCH",
    "status": "COMPLETED",
    "total_items": 300,
    "scores": {"faithfulness": 4.2},
    "cost_usd": 0.31,
    "error": None,
}


@register("evaluation.completed")
class EvaluationCompleted(EventType):
    title = gettext_noop("Single evaluation completed")
    example = _EXAMPLE | {"type": "SINGLE", "total_items": 1}


@register("batch.completed")
class BatchCompleted(EventType):
    title = gettext_noop("Evaluation of a dataset completed")
    example = _EXAMPLE


@register("evaluation.failed")
class EvaluationFailed(EventType):
    title = gettext_noop("Evaluation failed")
    example = _EXAMPLE | {"status": "FAILED", "scores": {"faithfulness": None}, "error": "No output has a score."}

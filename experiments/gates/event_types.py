"""Events of gates."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop

_EXAMPLE = {
    "gate_result_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
    "gate_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e46",
    "name": "No regression",
    "evaluation_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e47",
    "baseline_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e48",
    "expression": "faithfulness.mean >= baseline - 0.02",
    "reason": None,
}


@register("gate.passed")
class GatePassed(EventType):
    title = gettext_noop("Gate passed")
    example = _EXAMPLE | {"state": "passed"}


@register("gate.failed")
class GateFailed(EventType):
    title = gettext_noop("Gate failed")
    example = _EXAMPLE | {"state": "failed"}


@register("gate.undecided")
class GateUndecided(EventType):
    title = gettext_noop("Gate undecided")
    example = _EXAMPLE | {"state": "undecided", "reason": "There is no baseline to compare with."}

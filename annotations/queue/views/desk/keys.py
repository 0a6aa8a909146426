"""The keys of the desks as people read them."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from annotations.queue.actions import preferences

LABELS = {
    "next": gettext_lazy("Next question"),
    "previous": gettext_lazy("Previous question"),
    "reason": gettext_lazy("Reason or note of the current question"),
    "evidence": gettext_lazy("Select evidence in the text"),
    "accept": gettext_lazy("Accept the current question"),
    "confirm": gettext_lazy("Confirm the value although a quote is missing"),
    "evidence_wrong": gettext_lazy("Value correct, evidence wrong"),
    "cannot_judge": gettext_lazy("Cannot judge"),
    "guideline_gap": gettext_lazy("Guideline gap"),
    "confidence_high": gettext_lazy("Confidence high"),
    "confidence_medium": gettext_lazy("Confidence medium"),
    "confidence_low": gettext_lazy("Confidence low"),
    "quote": gettext_lazy("Next quote"),
    "skip": gettext_lazy("Skip for now"),
    "flag": gettext_lazy("Flag the item with a reason"),
    "undo": gettext_lazy("Undo what the button names"),
    "guideline": gettext_lazy("Guideline"),
    "history": gettext_lazy("My history"),
    "back": gettext_lazy("Previous item in my history"),
    "forward": gettext_lazy("Next item in my history"),
    "extend": gettext_lazy("Extend a reservation that is about to expire"),
    "sheet": gettext_lazy("Show this list"),
}


@dataclass(frozen=True)
class KeyRow:
    """One action of the sheet, its key, and what is wrong with it."""

    action: str
    label: str
    key: str
    error: str = ""


def rows(desk, own, errors=None):
    """The KeyRows of a desk by these Preferences; `errors` by action."""
    return [
        KeyRow(action, label, own.keys[action], (errors or {}).get(action, ""))
        for action, label in LABELS.items()
        if action in preferences.DESKS[desk]
    ]

"""The keys of the annotator's page as people read them."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

LABELS = {
    "next": gettext_lazy("Next question"),
    "previous": gettext_lazy("Previous question"),
    "reason": gettext_lazy("Reason of the current question"),
    "evidence": gettext_lazy("Select evidence in the text"),
    "skip": gettext_lazy("Skip the item (Enter confirms)"),
    "flag": gettext_lazy("Flag the item with a reason"),
    "undo": gettext_lazy("Undo the last submission, skip or flag"),
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


def rows(own, errors=None):
    """The KeyRows of these Preferences; `errors` by action."""
    return [KeyRow(action, label, own.keys[action], (errors or {}).get(action, "")) for action, label in LABELS.items()]

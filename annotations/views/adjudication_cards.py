"""The questions of an item as an adjudicator's page draws them, and the decisions that its form posts."""

from dataclasses import dataclass, replace

from annotations import schema
from annotations.actions.adjudication import CAUSES, CONFIDENCES, Decision
from annotations.actions.adjudication_sheet import Row, same
from annotations.labels import registry as label_types
from annotations.labels.widgets import widget

OWN = "own"
DIGITS = "123456789"


@dataclass(frozen=True)
class Typed:
    """What the form says of one question. take: the mark of an answer, OWN for a value of one's own, or empty."""

    take: str = ""
    own: object = None
    confidence: str = "high"
    cause: str = ""
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """One cell that can be taken; `digit` is its key, empty beyond the ninth column."""

    cell: object
    digit: str
    is_taken: bool


@dataclass(frozen=True)
class Card:
    """One question. agreed: the words of the value that all gave; decided: those of the standing decision."""

    row: Row
    choices: tuple
    typed: Typed
    widget: dict
    agreed: str
    decided: str
    cause: str
    confidence: str
    error: str

    @property
    def key(self):
        return self.row.spec.key

    @property
    def is_open(self):
        """Whether it has to be looked at, rather than being settled or free text."""
        return bool(self.error) or self.row.state == "differs"


def read(post, sheet):
    """{question key: Typed} of a posted form."""
    own = schema.read_form([row.spec for row in sheet.rows], post, prefix=OWN)
    return {
        row.spec.key: Typed(
            take=post.get(f"take-{row.spec.key}", ""), own=own.get(row.spec.key),
            confidence=post.get(f"confidence-{row.spec.key}", ""), cause=post.get(f"cause-{row.spec.key}", ""),
            note=post.get(f"note-{row.spec.key}", ""),
        )
        for row in sheet.rows
    }


def decisions(typed, sheet):
    """{question key: Decision} of what was chosen; questions without a choice are left out."""
    found = {}
    for row in sheet.rows:
        given = typed[row.spec.key]
        values = {cell.column.mark: cell.value for cell in row.cells if cell.shown is not None}
        value = given.own if given.take == OWN else values.get(given.take)
        if value is not None:
            found[row.spec.key] = Decision(value, given.confidence, given.cause, given.note)
    return found


def cards(sheet, *, shown, typed=None, errors=None):
    """The Cards of a Sheet in the form's order; without `typed` what is agreed or decided already is filled in.

    `shown` is the item's ItemContent.
    """
    return [
        _card(row, typed[row.spec.key] if typed else _prefilled(row), (errors or {}).get(row.spec.key, ""), shown)
        for row in sheet.rows
    ]


def _prefilled(row):
    if row.decided is not None:
        value, details = row.decided.value, row.decided.details
        fields = {name: details.get(name, "") for name in ("confidence", "cause", "note")}
        mark = _mark_of(row, value)
        return Typed(take=mark or OWN, own=None if mark else value, **fields)
    return Typed(take=_mark_of(row, row.agreed_value) if row.state == "agreed" else "")


def _mark_of(row, value):
    """The mark of the first answer that says this, empty when none does."""
    saying = (cell.column.mark for cell in row.cells if cell.shown is not None and same(cell.value) == same(value))
    return next(saying, "")


def _card(row, typed, error, shown):
    display = label_types[row.spec.label_type].display
    choices = tuple(
        Choice(cell=cell, digit=DIGITS[place] if place < len(DIGITS) else "",
               is_taken=typed.take == cell.column.mark)
        for place, cell in enumerate(row.cells)
    )
    details = row.decided.details if row.decided else {}
    alone = replace(row.spec, show_if=None, reason="off", evidence="off")  # the decision has a note of its own
    return Card(
        row=row, choices=choices, typed=typed, widget=widget(alone, typed.own, prefix=OWN, shown=shown), error=error,
        agreed=display(row.spec.config, row.agreed_value) if row.state == "agreed" else "",
        decided=display(row.spec.config, row.decided.value) if row.decided else "",
        cause=str(CAUSES.get(details.get("cause"), "")),
        confidence=str(CONFIDENCES.get(details.get("confidence"), "")),
    )

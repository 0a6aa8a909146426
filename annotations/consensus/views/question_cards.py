"""The questions of an item as an adjudicator's page draws them, and the decisions that its form posts."""

from dataclasses import dataclass, field, replace

from annotations.consensus.actions.adjudication import CAUSES, CONFIDENCES, Decision
from annotations.consensus.actions.adjudication_sheet import Row
from annotations.labels import schema
from annotations.labels.disputes import registry as disputes
from annotations.labels.disputes.base import OWN, Answer, Chosen, same
from annotations.labels.types import registry as label_types
from annotations.labels.widgets import widget

DIGITS = "123456789"


@dataclass(frozen=True)
class Typed:
    """What the form says of one question. take: the mark of an answer, OWN for a value of one's own, or empty.

    parts: instead of `take`, {key of a part: choice} of an answer that is settled part by part.
    """

    take: str = ""
    own: object = None
    parts: dict = field(default_factory=dict)
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
    """One question. agreed: the words of the value that all gave; decided: those of the standing decision.

    parts: what the template of its dispute draws, None for a question that is settled as a whole.
    """

    row: Row
    choices: tuple
    typed: Typed
    widget: dict
    agreed: str
    decided: str
    cause: str
    confidence: str
    error: str
    parts: dict | None = None

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
            take=post.get(f"take-{row.spec.key}", ""),
            own=own.get(row.spec.key),
            parts=dispute.read(post, f"take-{row.spec.key}") if (dispute := _dispute(row)) else {},
            confidence=post.get(f"confidence-{row.spec.key}", ""),
            cause=post.get(f"cause-{row.spec.key}", ""),
            note=post.get(f"note-{row.spec.key}", ""),
        )
        for row in sheet.rows
    }


def decisions(typed, sheet):
    """{question key: Decision} of what was chosen; questions without a choice are left out."""
    found = {}
    for row in sheet.rows:
        given = typed[row.spec.key]
        value = _value(row, given)
        if value is not None:
            found[row.spec.key] = Decision(value, given.confidence, given.cause, given.note)
    return found


def _value(row, given):
    dispute = _dispute(row)
    if dispute:
        return dispute.value(row.spec.config, _answers(row), Chosen(given.parts, given.own))
    values = {cell.column.mark: cell.value for cell in row.cells if cell.shown is not None}
    return given.own if given.take == OWN else values.get(given.take)


def _dispute(row):
    """How the question is settled part by part, None where it is settled as a whole or nobody answered."""
    return disputes[row.spec.label_type] if row.n_answers and row.spec.label_type in disputes else None


def _answers(row):
    return tuple(
        Answer(cell.column.mark, cell.column.letter, None if cell.shown is None else cell.value) for cell in row.cells
    )


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
        if _dispute(row):
            return _prefilled_parts(row, value, fields)
        mark = _mark_of(row, value)
        return Typed(take=mark or OWN, own=None if mark else value, **fields)
    if _dispute(row):
        return _prefilled_parts(row, None, {})
    return Typed(take=_mark_of(row, row.agreed_value) if row.state == "agreed" else "")


def prefilled(row, value=None):
    """The Chosen of a question that is settled part by part: what makes this value, or what nobody disputes."""
    return _dispute(row).prefilled(row.spec.config, _answers(row), value)


def _prefilled_parts(row, value, fields):
    chosen = prefilled(row, value)
    return Typed(own=chosen.own, parts=chosen.parts, **fields)


def _mark_of(row, value):
    """The mark of the first answer that says this, empty when none does."""
    saying = (cell.column.mark for cell in row.cells if cell.shown is not None and same(cell.value) == same(value))
    return next(saying, "")


def _card(row, typed, error, shown):
    display = label_types[row.spec.label_type].display
    choices = tuple(
        Choice(cell=cell, digit=DIGITS[index] if index < len(DIGITS) else "", is_taken=typed.take == cell.column.mark)
        for index, cell in enumerate(row.cells)
    )
    details = row.decided.details if row.decided else {}
    alone = replace(row.spec, show_if=None, reason="off", evidence="off")  # the decision has a note of its own
    drawn = widget(alone, typed.own, prefix=OWN, shown=shown)
    return Card(
        row=row,
        choices=choices,
        typed=typed,
        widget=drawn,
        parts=_parts(row, typed, drawn, shown),
        error=error,
        agreed=display(row.spec.config, row.agreed_value) if row.state == "agreed" else "",
        decided=display(row.spec.config, row.decided.value) if row.decided else "",
        cause=str(CAUSES.get(details.get("cause"), "")),
        confidence=str(CONFIDENCES.get(details.get("confidence"), "")),
    )


def _parts(row, typed, drawn, shown):
    dispute = _dispute(row)
    if dispute is None:
        return None
    chosen = Chosen(typed.parts, typed.own)
    control = dispute.control(row.spec.config, _answers(row), chosen, widget=drawn, shown=shown)
    return control | {"template": dispute.template, "key": row.spec.key, "name": f"take-{row.spec.key}"}

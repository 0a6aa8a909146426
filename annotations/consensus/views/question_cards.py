"""The questions of an item as an adjudicator's page draws them, and the decisions that its form posts."""

import hashlib
from dataclasses import asdict, dataclass, field, replace

from django.utils.translation import gettext as _

from annotations.consensus.actions.adjudication import CAUSES, CONFIDENCES, Decision
from annotations.consensus.actions.adjudication_sheet import Row
from annotations.content import Highlight, letters
from annotations.labels import schema
from annotations.labels.disputes import registry as disputes
from annotations.labels.disputes.base import OWN, Answer, Chosen, same
from annotations.labels.measures import measured
from annotations.labels.types import registry as label_types
from annotations.labels.widgets import widget
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

TINTS = 6
DIGITS = "123456789"


@dataclass(frozen=True)
class Typed:
    """What the form says of one question. take: the token of a given value, OWN for a value of one's own, or empty.

    parts: instead of `take`, {key of a part: choice} of an answer that is settled part by part.
    """

    take: str = ""
    own: object = None
    parts: dict = field(default_factory=dict)
    confidence: str = ""
    cause: str = ""
    note: str = ""


@dataclass(frozen=True)
class Citation:
    """A quote by its question's letter and a number. anchor: where the text carries its mark, empty where none does."""

    label: str
    quote: str
    match: str
    anchor: str


@dataclass(frozen=True)
class Entry:
    """A Cell of a group, with its Citations."""

    cell: object
    citations: tuple


@dataclass(frozen=True)
class Group:
    """The cells that hold one value; `shown` None for those without one. tint: from 1, in the order of the scale.

    people, machines: how many of each are in it. `digit` is its key, empty beyond the ninth.
    """

    token: str
    shown: str | None
    entries: tuple
    tint: int
    digit: str
    people: int
    machines: int


@dataclass(frozen=True)
class Card:
    """One question. mine: the chosen value in words; agreed: of the value that all gave; decided: of the standing
    decision.

    cells: (Cell, tint) of each column, tint 0 where all agree. is_listed: the widget holds every value there is, so
    that a given one is chosen there too; else given values are taken by their group. given: as JSON, what the widget
    posts of the values that somebody gave. parts: what the template of its dispute draws, None for a question that is
    settled as a whole. is_visible: by the values that are chosen now.
    """

    row: Row
    letter: str
    hue: int
    cells: tuple
    groups: tuple
    highlights: tuple
    typed: Typed
    widget: dict
    is_listed: bool
    is_visible: bool
    given: str
    mine: str
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

    @property
    def people(self):
        """How many people answered."""
        return sum(group.people for group in self.groups if group.shown is not None)

    @property
    def machines(self):
        return sum(group.machines for group in self.groups if group.shown is not None)

    @property
    def is_needed(self):
        """Whether a value must be chosen before publishing, where the question is asked."""
        return self.row.state == "differs" or self.row.state == "unanswered" and self.row.spec.required


def read(post, sheet):
    """{question key: Typed} of a posted form."""
    own = schema.read_form([row.spec for row in sheet.rows], post, prefix=OWN)
    return {row.spec.key: _read(post, row, own.get(row.spec.key)) for row in sheet.rows}


def _read(post, row, own):
    key, dispute = row.spec.key, _dispute(row)
    listed = not dispute and _is_listed(row.spec)
    return Typed(
        take=(OWN if own is not None else "") if listed else post.get(f"given-{key}", ""),
        own=own,
        parts=dispute.read(post, f"given-{key}") if dispute else {},
        **{name: post.get(f"{name}-{key}", "") for name in ("confidence", "cause", "note")},
    )


def as_draft(typed):
    """What a draft keeps of {question key: Typed}."""
    return {
        key: {name: value for name, value in asdict(each).items() if value is not None and value not in ("", {})}
        for key, each in typed.items()
    }


def from_draft(answers):
    """{question key: Typed} of what `as_draft` made."""
    return {key: Typed(**each) for key, each in answers.items()}


def decisions(typed, sheet):
    """{question key: Decision} of what was chosen; questions without a choice, or that are not asked, are left out."""
    values, found = {row.spec.key: _value(row, typed[row.spec.key]) for row in sheet.rows}, visible_keys(sheet, typed)
    return {
        key: Decision(value, typed[key].confidence, typed[key].cause, typed[key].note)
        for key, value in values.items()
        if value is not None and key in found
    }


def visible_keys(sheet, typed):
    """The keys of the questions that the form shows where this is chosen."""
    values = {row.spec.key: _value(row, typed[row.spec.key]) for row in sheet.rows}
    return schema.visible([row.spec for row in sheet.rows], {k: v for k, v in values.items() if v is not None})


def _value(row, given):
    dispute = _dispute(row)
    if dispute:
        return dispute.value(row.spec.config, _answers(row), Chosen(given.parts, given.own))
    values = {_token(cell.value): cell.value for cell in row.cells if cell.shown is not None}
    return given.own if given.take == OWN else values.get(given.take)


def _dispute(row):
    """How the question is settled part by part, None where it is settled as a whole or nobody answered."""
    return disputes[row.spec.label_type] if row.n_answers and row.spec.label_type in disputes else None


def _is_listed(spec):
    control = label_types[spec.label_type].control(spec.config, None, name=OWN, required=True)
    return bool(control.get("radios"))


def _token(value):
    return hashlib.sha256(same(value).encode()).hexdigest()[:12]


def _answers(row):
    return tuple(
        Answer(cell.column.mark, cell.column.letter, None if cell.shown is None else cell.value) for cell in row.cells
    )


def cards(sheet, *, shown, typed=None, errors=None):
    """The Cards of a Sheet in the form's order; without `typed` what is agreed or decided already is filled in.

    `shown` is the item's ItemContent.
    """
    chosen = {row.spec.key: (typed or {}).get(row.spec.key) or _prefilled(row) for row in sheet.rows}
    shown_keys = visible_keys(sheet, chosen)
    return [
        _question_card(
            place, row, chosen[row.spec.key], (errors or {}).get(row.spec.key, ""), shown, row.spec.key in shown_keys
        )
        for place, row in enumerate(sheet.rows)
    ]


def decided(sheet, truths):
    """{question key: Typed} that makes these {question key: GroundTruth} again."""
    return {row.spec.key: _prefilled(replace(row, decided=truths.get(row.spec.key))) for row in sheet.rows}


def _prefilled(row):
    value, fields = row.agreed_value, {}
    if row.decided is not None:
        value, details = row.decided.value, row.decided.details
        fields = {name: details.get(name, "") for name in ("confidence", "cause", "note")}
    if _dispute(row):
        chosen = prefilled(row, value if row.decided else None)
        return Typed(own=chosen.own, parts=chosen.parts, **fields)
    if value is None:
        return Typed(**fields)
    tokens = {_token(cell.value) for cell in row.cells if cell.shown is not None}
    if _is_listed(row.spec) or _token(value) not in tokens:
        return Typed(take=OWN, own=value, **fields)
    return Typed(take=_token(value), **fields)


def prefilled(row, value=None):
    """The Chosen of a question that is settled part by part: what makes this value, or what nobody disputes."""
    return _dispute(row).prefilled(row.spec.config, _answers(row), value)


def _groups(row, citations):
    """The Groups of a question in the order of its scale, where it has none in that of the words."""
    by_token = {}
    for cell in row.cells:
        if cell.shown is not None:
            by_token.setdefault(_token(cell.value), []).append(cell)
    ordered = sorted(by_token.items(), key=lambda pair: _order(row.spec, pair[1][0]))
    found = [_group(token, cells, place, citations) for place, (token, cells) in enumerate(ordered)]
    silent = [cell for cell in row.cells if cell.shown is None and (cell.justification or cell.quotes)]
    return tuple(found + ([_group("", silent, -1, citations)] if silent else []))


def _cited(row, letter, hue):
    """({quote id: Citation}, Highlights of the quotes that were found): the same place in a text has one number."""
    numbers, highlights, found = {}, {}, {}
    for quote in (quote for cell in row.cells for quote in cell.quotes):
        place = (quote.field, quote.start, quote.end) if quote.start is not None else ("", quote.quote)
        label = f"{letter}{numbers.setdefault(place, len(numbers) + 1)}"
        if quote.start is not None:
            highlights.setdefault(place, Highlight(*place, id=quote.pk, letter=label, hue=hue))
        found[quote.pk] = (quote, label, place)
    first = {}
    for mark in sorted(highlights.values(), key=lambda mark: mark.letter):
        first.setdefault((mark.field, mark.start), f"#e{mark.id}")
    citations = {
        pk: Citation(label, quote.quote, quote.match, first.get(place[:2], ""))
        for pk, (quote, label, place) in found.items()
    }
    return citations, tuple(highlights.values())


def _order(spec, cell):
    number = label_types[spec.label_type].number(spec.config, cell.value) if measured(spec) else None
    return (number is None, number or 0, cell.shown)


def _group(token, cells, place, citations):
    people = sum(1 for cell in cells if cell.column.kind == "human")
    return Group(
        token=token,
        shown=cells[0].shown,
        entries=tuple(Entry(cell, tuple(citations[quote.pk] for quote in cell.quotes)) for cell in cells),
        tint=place % TINTS + 1 if place >= 0 else 0,
        digit=DIGITS[place] if 0 <= place < len(DIGITS) else "",
        people=people,
        machines=len(cells) - people,
    )


def _question_card(place, row, typed, error, shown, is_visible):
    spec = row.spec
    display = label_types[spec.label_type].display
    details = row.decided.details if row.decided else {}
    is_listed = not _dispute(row) and _is_listed(spec)
    # The decision has a note of its own, and one on different answers has a value.
    alone = replace(spec, show_if=None, reason="off", evidence="off", required=spec.required or row.state == "differs")
    drawn = widget(alone, typed.own, prefix=OWN, shown=shown)
    letter, hue = letters.letter(place), letters.hue(place)
    citations, highlights = _cited(row, letter, hue)
    grouped = _groups(row, citations)
    tints = {group.token: group.tint for group in grouped} if row.state != "agreed" else {}
    return Card(
        row=row,
        letter=letter,
        hue=hue,
        highlights=highlights,
        cells=tuple((cell, 0 if cell.shown is None else tints.get(_token(cell.value), 0)) for cell in row.cells),
        groups=grouped,
        typed=typed,
        widget=drawn,
        is_listed=is_listed,
        is_visible=is_visible,
        given=strict_json.dumps(_given(spec, row, drawn)) if is_listed else "",
        parts=_parts(row, typed, drawn, shown),
        error=error,
        mine=value_label(row, typed, shown),
        agreed=display(spec.config, row.agreed_value) if row.state == "agreed" else "",
        decided=display(spec.config, row.decided.value) if row.decided else "",
        cause=str(CAUSES.get(details.get("cause"), "")),
        confidence=str(CONFIDENCES.get(details.get("confidence"), "")),
    )


def _given(spec, row, drawn):
    values = {same(cell.value) for cell in row.cells if cell.shown is not None}
    read_one = label_types[spec.label_type].from_form
    options = [*drawn.get("points", ()), *drawn.get("rows", ())]
    texts = [option["value"] for option in options if option["value"]]
    return [text for text in texts if same(read_one(spec.config, [text])) in values]


def value_label(row, typed, shown):
    """What is chosen in words, empty while it is no valid value."""
    value, label_type = _value(row, typed), label_types[row.spec.label_type]
    if value is None:
        return ""
    try:
        value = label_type.clean_beside(row.spec.config, value, shown)
    except InvalidInput:
        return ""
    return label_type.display(row.spec.config, value) or _("Not chosen")


def _parts(row, typed, drawn, shown):
    dispute = _dispute(row)
    if dispute is None:
        return None
    chosen = Chosen(typed.parts, typed.own)
    control = dispute.control(row.spec.config, _answers(row), chosen, widget=drawn, shown=shown)
    return control | {"template": dispute.template, "key": row.spec.key, "name": f"given-{row.spec.key}"}

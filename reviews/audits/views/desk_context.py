"""What the audit page shows: the item with its evidence, what the machine said, and what stands beside it."""

from collections import Counter
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations import content
from annotations.content import Highlight
from annotations.content.letters import hue, letter
from annotations.labels import widgets
from annotations.labels.measures import is_compared
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Judgement
from annotations.queue.actions import comments, exposure
from annotations.queue.views.desk import form as desk_form
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_content
from evalhub.lib import markdown, strict_json
from reviews.audits import panels
from reviews.audits.actions import decisions as audits
from reviews.audits.actions import reasons, staleness
from reviews.audits.actions.decisions import REASON_CODES, Decision
from reviews.audits.models import Audit
from reviews.audits.views import doubts, history, other_answers
from reviews.audits.views.claims import claims_of
from reviews.audits.views.doubts import LOOKED_AT, CriticValue, People

VERDICTS = [
    ("accept", gettext_lazy("Accept"), "a"),
    ("override", gettext_lazy("Override"), ""),
    ("evidence_wrong", gettext_lazy("Evidence wrong"), "w"),
    ("cannot_judge", gettext_lazy("Cannot judge"), "c"),
    ("guideline_gap", gettext_lazy("Guideline gap"), "g"),
]
LONG_TEXT = 1200


@dataclass(frozen=True)
class Card:
    """One question of the review: the machine's answer, its quotes, the auditor's word or the form for it.

    Its letter and hue are those of its evidence in the text. A long justification is cut into `reason` and `rest`.
    `said`: the values of the controls that the machine's answer chooses. `score` is drawn, and `peers` stand beside
    it, where a panel says so. `people`, `critic` and `doubts` come from `doubts.sorted_lines`; `claims` from `reason`.
    """

    key: str
    title: str
    letter: str
    hue: int
    judgement: Judgement | None
    value: str
    scale: str
    reason: str
    rest: str
    quotes: list
    has_missing: bool
    audit: Audit | None
    others: list
    own_value: str
    widget: dict
    typed: Decision
    error: str
    is_compared: bool = True
    said: tuple = ()
    score: float | None = None
    peers: tuple = ()
    people: People | None = None
    critic: CriticValue | None = None
    doubts: tuple = ()
    marks: dict = field(default_factory=dict)
    claims: tuple = ()

    @property
    def shown_value(self):
        """The machine's answer as others' answers are shown."""
        if self.judgement is not None and self.judgement.abstained:
            return _("Abstained")
        return self.value or _("Not chosen")

    @property
    def said_json(self):
        return strict_json.dumps(self.said)

    @property
    def equals_own(self):
        return self.own_value == self.shown_value

    @property
    def doubt_titles(self):
        return [doubts.words(key, self.people) for key in self.doubts]

    @property
    def doubt_shown(self):
        """The icon and the word of its first doubt, with how many there are besides."""
        icon, word = doubts.SHORT[self.doubts[0]]
        return {"icon": icon, "word": word, "more": len(self.doubts) - 1}

    @property
    def marks_json(self):
        return strict_json.dumps(self.marks)

    @property
    def must_be_seen(self):
        """Whether it is never accepted before its line was open."""
        return any(key in LOOKED_AT for key in self.doubts)


@dataclass(frozen=True)
class ShownQuote:
    """A quote and where it is marked in the text; `anchor` is empty for one that was not found."""

    quote: str
    match: str
    score: float | None
    field: str
    anchor: str


def page_context(annotation, auditor, *, view="", names=False, decisions=None, errors=None, problem=""):
    """Everything the open page shows; a number of statements that does not depend on how much was said.

    `names`: whether people other than auditors are named.
    """
    form = forms.load(annotation.schema_version_id)
    shown = item_content.content(annotation.item_id)
    rows = annotation.judgements.select_related("question").prefetch_related("evidence", "audits__auditor")
    judgements = {row.question.key: row for row in rows}
    highlights = _highlights(form, judgements)
    review = _cards(annotation, form, judgements, highlights, auditor, decisions or {}, errors or {}, shown)
    beside = other_answers.beside(annotation, form, auditor, names=names)
    panel = panels.of(annotation, shown)
    if panel is not None:
        review = panel.with_scores(review, beside)
    standing = _status_of(annotation)
    quotes = [quote for row in judgements.values() for quote in row.evidence.all()]
    return {
        **_item_context(annotation, shown, view, highlights, problem),
        **_lines(_marked(doubts.sorted_lines(review, beside), form, shown), beside["critics"]),
        "verdicts": VERDICTS,
        "reason_codes": list(REASON_CODES.items()),
        "standing": standing,
        "is_stale": standing.stands and staleness.is_stale(annotation, shown, quotes),
        "missing": [card.title for card in review if card.judgement is None],
        "is_open": standing.stands and any(card.judgement and card.audit is None for card in review),
        "open_comments": comments.count_open(item_id=annotation.item_id, user_id=auditor.user_id, is_hidden=False),
        "bench": panel.bench(review) if panel is not None else None,
        "history": history.of(annotation, names=names),
        **beside,
    }


def _lines(cards, critics):
    """The Cards with their claims, and by what speaks against them: `in_doubt`, `agreed`, `unanswered`."""
    said = [line for line in critics.lines if line.state == "said" and line.first]
    found = [
        replace(card, claims=claims_of(card.reason, card.quotes, said if "critic" in card.doubts else ()))
        for card in cards
    ]
    in_doubt = [card for card in found if card.doubts or card.error]
    rest = [card for card in found if card not in in_doubt]
    return {
        "cards": found,
        "in_doubt": in_doubt,
        "agreed": [card for card in rest if card.judgement],
        "unanswered": [card for card in rest if not card.judgement],
    }


def blind_context(annotation, auditor, *, answers=None, errors=None, problem=""):
    """The page before the auditor's own answer: the item and the questions, nothing that anybody said."""
    form, shown = forms.load(annotation.schema_version_id), item_content.content(annotation.item_id)
    return {
        **_item_context(annotation, shown, "rendered", (), problem),
        "is_blind": True,
        "exposure": exposure.before_answering(task=annotation.task, item_id=annotation.item_id, annotator=auditor),
        "questions": desk_form.questions(form, answers or {}, shown, errors=errors, prefix="own"),
        "has_conditions": form.is_conditional,
        "has_errors": bool(errors),
    }


def why_here(pick):
    """Why this answer is in the queue, in words, without the doubts that its lines tell."""
    return reasons.titles([key for key in pick.why if pick.hidden or key not in doubts.DOUBTS], hidden=pick.hidden)


def _item_context(annotation, shown, view, highlights, problem):
    """The left column, and what every state of the page shows; of files the exact text of those that are quoted."""
    only_marked = view not in content.VIEWS
    if only_marked:
        view = "source" if shown.files else "rendered"
    return {
        "annotation": annotation,
        "task": annotation.task,
        "item": shown,
        "problem": problem,
        "item_view": view,
        "pane": content.pane(shown, view=view, highlights=highlights, only_marked=only_marked),
        "guideline": markdown.render(annotation.task.instructions),
    }


@dataclass(frozen=True)
class AnswerStatus:
    """Whether the machine's answer still counts, and which one came in its place."""

    stands: bool
    current: Annotation | None


def _status_of(annotation):
    if annotation.withdrawn_at is None and annotation.superseded_at is None:
        return AnswerStatus(True, None)
    current = Annotation.objects.current().filter(item=annotation.item_id, annotator=annotation.annotator_id)
    return AnswerStatus(False, current.first())


def _highlights(form, judgements):
    """The quotes that were found, each with its question's letter and hue."""
    return [
        Highlight(quote.field, quote.start, quote.end, id=quote.pk, letter=letter(place), hue=hue(place))
        for place, spec in enumerate(form.specs)
        if spec.key in judgements
        for quote in judgements[spec.key].evidence.all()
        if quote.start is not None
    ]


def _cards(annotation, form, judgements, highlights, auditor, decisions, errors, shown):
    """A Card per question in the form's order; what the machine did not answer is shown as missing."""
    own = audits.own_annotation(annotation, auditor)
    own_values = {row.question.key: row.value for row in own.judgements.select_related("question")} if own else {}
    anchors = _anchors(highlights)
    return [
        _card(
            place,
            spec,
            judgements.get(spec.key),
            own_values.get(spec.key),
            auditor,
            decisions.get(spec.key) or _compared(judgements.get(spec.key), own_values.get(spec.key)),
            errors.get(spec.key, ""),
            anchors,
            shown,
        )
        for place, spec in enumerate(form.specs)
    ]


def _compared(judgement, own_value):
    """What the auditor's own answer says of the machine's: equal is accepted, another one overrides."""
    if judgement is None or judgement.abstained or own_value is None:
        return Decision("")
    return Decision("accept") if own_value == judgement.value else Decision("override", value=own_value)


def _anchors(highlights):
    """{quote id: where it is marked}: of quotes that begin at one place the first by letter carries the mark."""
    first, anchors = {}, {}
    for mark in sorted(highlights, key=lambda mark: mark.letter):
        anchors[mark.id] = f"#e{first.setdefault((mark.field, mark.start), mark.id)}"
    return anchors


def _card(place, spec, judgement, own_value, auditor, typed, error, anchors, shown):
    has_value = judgement is not None and not judgement.abstained
    display = label_types[spec.label_type].display(spec.config, judgement.value) if has_value else ""
    said = list(judgement.audits.all()) if judgement else []
    quotes = [
        ShownQuote(row.quote, row.match, row.score, shown.title_of(row.field), anchors.get(row.pk, ""))
        for row in (judgement.evidence.all() if judgement else ())
    ]
    justification = judgement.justification if judgement else ""
    return Card(
        key=spec.key,
        title=spec.title,
        letter=letter(place),
        hue=hue(place),
        judgement=judgement,
        value=display,
        scale=_scale(spec, judgement),
        reason=justification[:LONG_TEXT] if justification.strip() != display.strip() else "",
        rest=justification[LONG_TEXT:],
        quotes=quotes,
        has_missing=any(quote.match == "missing" for quote in quotes),
        audit=next((audit for audit in said if audit.auditor_id == auditor.pk), None),
        others=[audit for audit in said if audit.auditor_id != auditor.pk],
        own_value=_own(spec, own_value),
        widget=widgets.widget(spec, typed.value, prefix="own", shown=shown),
        typed=typed,
        error=error,
        is_compared=is_compared(spec),
        said=_said(spec, judgement.value, shown) if has_value else (),
    )


def _marked(cards, form, shown):
    """The Cards with `marks`: {value of a control: how many people's answers choose it}."""
    specs, found = {spec.key: spec for spec in form.specs}, []
    for card in cards:
        marks = Counter()
        for raw, count in card.people.given if card.people else ():
            marks.update(dict.fromkeys(_said(specs[card.key], raw, shown), count))
        found.append(replace(card, marks=dict(marks)))
    return found


def _said(spec, value, shown):
    """The values of the controls that an answer chooses; empty where the answer is typed."""
    control = widgets.widget(spec, value, prefix="own", shown=shown)
    return tuple(str(row["value"]) for row in (*control.get("points", ()), *control.get("rows", ())) if row["checked"])


def _own(spec, value):
    if value is None:
        return ""
    return label_types[spec.label_type].display(spec.config, value) or _("Not chosen")


def _scale(spec, judgement):
    """The ends of the scale that a numeric answer lies on, in words; empty for other answers."""
    ends = label_types[spec.label_type].scale_ends(spec.config, judgement.value) if judgement else None
    return _("on %(low)s to %(high)s") % {"low": ends[0], "high": ends[1]} if ends else ""

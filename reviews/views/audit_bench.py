"""What the audit page shows: the item with its evidence, what the machine said, and what stands beside it."""

from dataclasses import dataclass

from annotations import items
from annotations.actions import forms
from annotations.labels import registry as label_types
from annotations.labels.widgets import widget
from annotations.models import Annotation, Judgement
from evalhub.lib import markdown
from reviews.actions import audits
from reviews.actions.audits import REASON_CODES, Decision
from reviews.highlights import Quote, pieces
from reviews.models import Audit
from reviews.views import audit_context

VERDICTS = [("accept", "Accept", "a"), ("override", "Override", "o"), ("evidence_wrong", "Evidence wrong", "w"),
            ("cannot_judge", "Cannot judge", "c")]
LONG_TEXT = 1200
HUES = 8


@dataclass(frozen=True)
class Card:
    """One question of the review: the machine's answer, its quotes, the auditor's word or the form for it.

    Its letter and hue are those of its evidence in the text. A long justification is cut into `reason` and `rest`.
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


def is_hidden(annotation, auditor):
    """Whether a blind page must still show nothing: the auditor has neither answered the item nor audited this."""
    if audits.own_annotation(annotation, auditor) is not None:
        return False
    return not Audit.objects.filter(judgement__annotation=annotation, auditor=auditor).exists()


def page_context(annotation, auditor, *, decisions=None, errors=None, problem=""):
    """Everything the open page shows; a number of statements that does not depend on how much was said."""
    form = forms.load(annotation.schema_version_id)
    review = _cards(annotation, form, auditor, decisions or {}, errors or {})
    shown = items.content(annotation.item_id)
    standing = _standing(annotation)
    return {
        "annotation": annotation, "task": annotation.task, "item": shown, "problem": problem, "cards": review,
        "texts": _texts(shown, review), "verdicts": VERDICTS, "reason_codes": list(REASON_CODES.items()),
        "standing": standing, "guideline": markdown.render(annotation.task.instructions),
        "is_open": standing.stands and any(card.judgement and card.audit is None for card in review),
        **audit_context.beside(annotation, form, auditor),
    }


def blind_context(annotation, auditor, *, answers=None, errors=None, problem=""):
    """The page before the auditor's own answer: the item and the questions, nothing that anybody said."""
    form, shown = forms.load(annotation.schema_version_id), items.content(annotation.item_id)
    given, mistakes = answers or {}, errors or {}
    return {
        "annotation": annotation, "task": annotation.task, "item": shown, "is_blind": True, "problem": problem,
        "texts": _texts(shown, []), "guideline": markdown.render(annotation.task.instructions),
        "has_seen": audits.has_seen_machine(annotation.item_id, auditor),
        "widgets": [
            widget(spec, given.get(spec.key), mistakes.get(spec.key, ""), prefix="own") for spec in form.specs
        ],
    }


@dataclass(frozen=True)
class Standing:
    """Whether the machine's answer still counts, and which one came in its place."""

    stands: bool
    current: Annotation | None


def _standing(annotation):
    if annotation.withdrawn_at is None and annotation.superseded_at is None:
        return Standing(True, None)
    current = Annotation.objects.current().filter(item=annotation.item_id, annotator=annotation.annotator_id)
    return Standing(False, current.first())


def _cards(annotation, form, auditor, decisions, errors):
    """A Card per question in the form's order; what the machine did not answer is shown as missing."""
    rows = annotation.judgements.select_related("question").prefetch_related("evidence", "audits__auditor")
    judgements = {row.question.key: row for row in rows}
    own = audits.own_annotation(annotation, auditor)
    own_values = {row.question.key: row.value for row in own.judgements.select_related("question")} if own else {}
    return [
        _card(place, spec, judgements.get(spec.key), own_values.get(spec.key), auditor,
              decisions.get(spec.key, Decision("")), errors.get(spec.key, ""))
        for place, spec in enumerate(form.specs)
    ]


def _card(place, spec, judgement, own_value, auditor, typed, error):
    display = label_types[spec.label_type].display
    said = list(judgement.audits.all()) if judgement else []
    quotes = list(judgement.evidence.all()) if judgement else []
    justification = judgement.justification if judgement else ""
    return Card(
        key=spec.key, title=spec.title, letter=_letter(place), hue=place % HUES + 1, judgement=judgement,
        value=display(spec.config, judgement.value) if judgement and not judgement.abstained else "",
        scale=_scale(spec, judgement), reason=justification[:LONG_TEXT], rest=justification[LONG_TEXT:],
        quotes=quotes, has_missing=any(quote.match == "missing" for quote in quotes),
        audit=next((audit for audit in said if audit.auditor_id == auditor.pk), None),
        others=[audit for audit in said if audit.auditor_id != auditor.pk],
        own_value="" if own_value is None else display(spec.config, own_value) or "Nothing chosen",
        widget=widget(spec, typed.value if typed.value is not None else own_value, prefix="own"),
        typed=typed, error=error,
    )


def _scale(spec, judgement):
    """The ends of the scale that a numeric answer lies on, in words; empty for other answers."""
    domain = label_types[spec.label_type].domain(spec.config)
    if not domain or judgement is None or isinstance(judgement.value, bool):
        return ""
    return f"on {domain[0]:g} to {domain[-1]:g}" if isinstance(judgement.value, (int, float)) else ""


def _letter(place):
    """A to Z, then A1 to Z1: a form has at most fifty questions."""
    return chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")


def _texts(shown, cards):
    """The item's texts, cut where quotes begin and end."""
    found = {}
    for card in cards:
        for quote in card.quotes:
            if quote.start is not None:
                found.setdefault(quote.field, []).append(Quote(quote.pk, quote.start, quote.end, card.letter, card.hue))
    return [
        {"title": part.title, "is_output": part.is_output, "pieces": pieces(part.text, found.get(part.field, []))}
        for part in shown.texts()
    ]

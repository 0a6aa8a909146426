"""What the audit page shows: the item with its evidence, what the machine said, and what stands beside it."""

from dataclasses import dataclass

from annotations import items
from annotations.actions import forms
from annotations.labels import registry as label_types
from annotations.labels.widgets import widget
from annotations.models import Judgement
from reviews.actions import audits
from reviews.actions.audits import REASON_CODES
from reviews.highlights import Quote, pieces
from reviews.models import Audit, LLMAttempt

VERDICTS = [("accept", "Accept", "a"), ("override", "Override", "o"), ("evidence_wrong", "Evidence wrong", "w"),
            ("cannot_judge", "Cannot judge", "c")]


@dataclass(frozen=True)
class Card:
    """One question of the review: the machine's answer, its quotes, the auditor's word or the form for it."""

    key: str
    title: str
    letter: str
    hue: int
    judgement: Judgement | None
    shown_value: str
    quotes: list
    has_missing: bool
    audit: Audit | None
    own_value: str
    widget: dict
    chosen: str
    error: str
    note: str
    reason_code: str


@dataclass(frozen=True)
class Answers:
    """How often people gave each answer to one question."""

    title: str
    counts: list


def cards(annotation, form, auditor, *, decisions=None, errors=None):
    """A Card per question in the form's order; what the machine did not answer is shown as missing."""
    rows = annotation.judgements.select_related("question").prefetch_related("evidence")
    judgements = {row.question.key: row for row in rows}
    mine = {audit.judgement_id: audit for audit in Audit.objects.filter(
        judgement__annotation=annotation, auditor=auditor).select_related("own_judgement")}
    own = audits.own_annotation(annotation, auditor)
    own_rows = own.judgements.select_related("question") if own else []
    own_values = {row.question.key: row.value for row in own_rows}
    return [
        _card(place, spec, judgements.get(spec.key), mine, own_values, (decisions or {}).get(spec.key),
              (errors or {}).get(spec.key, ""))
        for place, spec in enumerate(form.specs)
    ]


def _card(place, spec, judgement, mine, own_values, decision, error):
    label_type = label_types[spec.label_type]
    own = decision.value if decision and decision.value is not None else own_values.get(spec.key)
    evidence = list(judgement.evidence.all()) if judgement else []
    return Card(
        key=spec.key, title=spec.title, letter=chr(ord("A") + place % 26), hue=place % 8 + 1, judgement=judgement,
        shown_value=label_type.display(spec.config, judgement.value) if judgement and not judgement.abstained else "",
        quotes=evidence, has_missing=any(quote.match == "missing" for quote in evidence),
        audit=mine.get(judgement.pk) if judgement else None,
        own_value=label_type.display(spec.config, own_values[spec.key]) if own_values.get(spec.key) is not None else "",
        widget=widget(spec, own, "", prefix="own"), chosen=decision.verdict if decision else "", error=error,
        note=decision.note if decision else "", reason_code=decision.reason_code if decision else "",
    )


def texts(annotation, review_cards):
    """The item's texts, cut where quotes begin and end: (title, is_output, pieces)."""
    shown = items.content(annotation.item_id)
    found = {}
    for card in review_cards:
        for quote in card.quotes:
            if quote.start is not None:
                found.setdefault(quote.field, []).append(Quote(quote.pk, quote.start, quote.end, card.letter, card.hue))
    return [
        {"title": part.title, "is_output": part.is_output, "pieces": pieces(part.text, found.get(part.field, []))}
        for part in shown.texts()
    ], shown


def plain_texts(annotation):
    """The item's texts without a mark: nothing of the machine's is read."""
    shown = items.content(annotation.item_id)
    return [
        {"title": part.title, "is_output": part.is_output, "pieces": pieces(part.text, [])} for part in shown.texts()
    ], shown


def beside(annotation, form):
    """What people and other machines said about the same item, and how this answer was made."""
    others = Judgement.objects.filter(
        annotation__item=annotation.item_id, annotation__withdrawn_at=None, annotation__superseded_at=None,
    ).exclude(annotation=annotation).select_related("annotation__annotator", "question")
    people, machines = {}, []
    for row in others:
        spec = next((spec for spec in form.specs if spec.key == row.question.key), None)
        if spec is None or row.abstained:
            continue
        shown = label_types[spec.label_type].display(spec.config, row.value)
        if row.annotation.annotator.kind == "human":
            counts = people.setdefault(spec.key, {})
            counts[shown] = counts.get(shown, 0) + 1
        else:
            machines.append((row.annotation.annotator, spec.title, shown))
    spread = [Answers(spec.title, sorted(people[spec.key].items(), key=lambda pair: -pair[1]))
              for spec in form.specs if spec.key in people]
    attempt = LLMAttempt.objects.filter(request__annotation=annotation).order_by("-number").first()
    return {"people": spread, "machines": machines, "attempt": attempt}


def page_context(annotation, auditor, *, decisions=None, errors=None):
    """Everything the open page shows."""
    form = forms.load(annotation.schema_version_id)
    review = cards(annotation, form, auditor, decisions=decisions, errors=errors)
    parts, shown = texts(annotation, review)
    return {
        "annotation": annotation, "task": annotation.task, "item": shown, "texts": parts, "cards": review,
        "verdicts": VERDICTS, "reason_codes": list(REASON_CODES.items()),
        "is_open": any(card.judgement and card.audit is None for card in review), **beside(annotation, form),
    }


def blind_context(annotation, *, answers=None, errors=None):
    """The page before the auditor's own answer: the item and the questions, nothing that anybody said."""
    form = forms.load(annotation.schema_version_id)
    parts, shown = plain_texts(annotation)
    given, mistakes = answers or {}, errors or {}
    return {
        "annotation": annotation, "task": annotation.task, "item": shown, "texts": parts, "is_blind": True,
        "widgets": [
            widget(spec, given.get(spec.key), mistakes.get(spec.key, ""), prefix="own") for spec in form.specs
        ],
        "has_errors": bool(mistakes),
    }

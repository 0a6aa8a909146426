"""What stands beside a machine's answer: what critics, people and other models said, and how the answer was made."""

import json
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.translation import gettext as _

from annotations.labels.types import registry as label_types
from annotations.models import Annotator, Judgement
from reviews.audits.actions import majority
from reviews.audits.views import critics as audit_critics
from reviews.engine.models import LLMAttempt

LONGEST_RAW = 20_000


@dataclass(frozen=True)
class Answer:
    """One answer to a question, by how many people, and who where that may be told; `raw` as it is stored."""

    value: str
    count: int
    names: list
    raw: object = None


@dataclass(frozen=True)
class Answers:
    """How often people gave each answer to one question, most frequent first."""

    key: str
    title: str
    counts: list


@dataclass(frozen=True)
class OtherModel:
    """What another machine answered to one question."""

    annotator: Annotator
    key: str
    title: str
    value: str


@dataclass(frozen=True)
class Making:
    """The calls behind one answer. Tokens and cost are sums, None while no call reported any: unknown is not zero."""

    tries: int
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: Decimal | None
    last: LLMAttempt | None
    raw: str
    raw_is_cut: bool


def beside(annotation, form, auditor, *, names=False):
    """The context of the right column; a few statements. `names`: whether people are named beside their answers."""
    specs = {spec.key: spec for spec in form.specs}
    others = (
        Judgement.objects.filter(
            annotation__item=annotation.item_id,
            annotation__withdrawn_at=None,
            annotation__superseded_at=None,
            annotation__round=1,
            abstained=False,
            question__key__in=specs,
        )
        .exclude(annotation=annotation)
        .exclude(annotation__origin="audit")
    )
    people, machines, raw = {}, [], {}
    for row in others.select_related("annotation__annotator", "question").order_by("pk"):
        spec, annotator = specs[row.question.key], row.annotation.annotator
        shown = label_types[spec.label_type].display(spec.config, row.value) or _("Not chosen")
        if annotator.kind == "human":
            people.setdefault(spec.key, {}).setdefault(shown, []).append(annotator.name)
            raw[spec.key, shown] = row.value
        else:
            machines.append(OtherModel(annotator, spec.key, spec.title, shown))
    spread = [
        Answers(
            spec.key,
            spec.title,
            [replace(each, raw=raw[spec.key, each.value]) for each in counted(people[spec.key], names=names)],
        )
        for spec in form.specs
        if spec.key in people
    ]
    critics = audit_critics.of(annotation, auditor)
    return {
        "critics": critics,
        "people": spread,
        "stands": majority.stands_of([annotation.pk]),
        "machines": machines,
        "making": _making(annotation),
    }


def counted(given, *, names):
    """The Answers of {value: [name]}, most frequent first; `names`: whether people are named."""
    found = [Answer(value, len(who), sorted(who) if names else []) for value, who in given.items()]
    return sorted(found, key=lambda answer: -answer.count)


def _making(annotation):
    tries = list(LLMAttempt.objects.filter(request__annotation=annotation).exclude(status="sent").order_by("number"))
    last = tries[-1] if tries else None
    raw = json.dumps(last.raw_response, ensure_ascii=False, indent=2) if last and last.raw_response else ""
    return Making(
        tries=len(tries),
        prompt_tokens=_total(each.prompt_tokens for each in tries),
        completion_tokens=_total(each.completion_tokens for each in tries),
        cost_usd=_total(each.cost_usd for each in tries),
        last=last,
        raw=raw[:LONGEST_RAW],
        raw_is_cut=len(raw) > LONGEST_RAW,
    )


def _total(values):
    known = [value for value in values if value is not None]
    return sum(known) if known else None

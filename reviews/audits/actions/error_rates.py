"""How often a machine's answers are wrong, estimated from the audits of answers that were drawn by chance."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, F, Max, Q, Sum
from django.utils import timezone

from annotations.models import Annotator, Question
from evalhub.lib.statistics import bounded_mean
from reviews.audits.models import Audit, AuditSample

RIGHT, WRONG = ("accept", "evidence_wrong"), ("override",)
KEPT_SECONDS = 86_400
KEY = "audit-error-rates:3:{}"


@dataclass(frozen=True)
class ErrorRate:
    """The share of wrong values among a machine's answers to one question, 0 to 1; None while no drawn one is judged.

    `n`: drawn answers with a word on their value; `drawn`: all drawn ones to this question. `low` to `high`: 95 %, for
    the answers that there are: once all of them are audited there is nothing left to be unsure of.
    """

    annotator: Annotator
    question: Question
    rate: float | None
    low: float | None
    high: float | None
    n: int
    drawn: int


@dataclass(frozen=True)
class _Draw:
    """Answers of a machine to a question: how many were drawn, and of how many (Horvitz and Thompson 1952)."""

    drawn: int
    population: float


@dataclass(frozen=True)
class Estimate:
    """The ErrorRates of a task, as of when they were computed."""

    rates: tuple
    at: object


def error_rates(*, task):
    """An ErrorRate for each machine and question of the task of which anything was drawn; three statements.

    Only drawn answers count, each with the inverse of its chance (Hajek 1971: sum of w*e over sum of w); what is
    picked for its risk never does. An override is an error; accepted values and those whose quotes alone are wrong are
    none; `cannot_judge` and `guideline_gap` say nothing on the value, nor does an audit marked invalid. Several
    auditors of one answer share its weight.
    """
    drawn = _draws(task)
    said = defaultdict(lambda: defaultdict(list))
    audits = Audit.objects.filter(
        judgement__annotation__audit_sample__task=task, verdict__in=RIGHT + WRONG, invalid_reason=""
    )
    rows = audits.values_list(
        "judgement__annotation__annotator",
        "judgement__question",
        "judgement",
        "verdict",
        "judgement__annotation__audit_sample__inclusion_probability",
    )
    for annotator, question, judgement, verdict, probability in rows:
        said[annotator, question][judgement, probability].append(verdict in WRONG)
    annotators = Annotator.objects.in_bulk({annotator for annotator, _ in drawn})
    questions = Question.objects.in_bulk({question for _, question in drawn})
    rates = [
        _rate(annotators[annotator], questions[question], said[annotator, question], draw)
        for (annotator, question), draw in drawn.items()
    ]
    return tuple(sorted(rates, key=lambda rate: (rate.annotator.name, str(rate.annotator.pk), rate.question.position)))


def keep(*, task):
    """Compute the task's Estimate and keep it where the pages find it; nothing where no audit came since."""
    seen, key = _seen(task), KEY.format(task.pk)
    found = cache.get(key)
    if found is None or found["seen"] != seen:
        rates = [
            [str(each.annotator.pk), str(each.question.pk), each.rate, each.low, each.high, each.n, each.drawn]
            for each in error_rates(task=task)
        ]
        cache.set(key, {"seen": seen, "rates": rates, "at": timezone.now().isoformat()}, KEPT_SECONDS)


def kept(tasks):
    """{task id: Estimate} of those that a worker has computed; one look-up and two statements for all."""
    keys = {KEY.format(task.pk): task.pk for task in tasks}
    found = {keys[key]: value for key, value in cache.get_many(list(keys)).items()}
    rows = [row for value in found.values() for row in value["rates"]]
    annotators = {str(pk): each for pk, each in Annotator.objects.in_bulk({row[0] for row in rows}).items()}
    questions = {str(pk): each for pk, each in Question.objects.in_bulk({row[1] for row in rows}).items()}
    return {
        pk: Estimate(
            tuple(
                ErrorRate(annotators[annotator], questions[question], *figures)
                for annotator, question, *figures in value["rates"]
                if annotator in annotators and question in questions
            ),
            datetime.fromisoformat(value["at"]),
        )
        for pk, value in found.items()
    }


def _seen(task):
    audits = Audit.objects.filter(judgement__annotation__audit_sample__task=task)
    found = audits.aggregate(last=Max("pk"), invalid=Count("pk", filter=~Q(invalid_reason="")))
    return [AuditSample.objects.filter(task=task).count(), found["last"], found["invalid"]]


def _draws(task):
    """{(annotator id, question id): the _Draw of answers to it}."""
    rows = (
        AuditSample.objects.filter(task=task, annotation__judgements__abstained=False)
        .values_list("annotation__annotator", "annotation__judgements__question")
        .annotate(Count("pk"), population=Sum(1.0 / F("inclusion_probability")))
        .order_by()
    )
    return {(annotator, question): _Draw(drawn, population) for annotator, question, drawn, population in rows}


def _rate(annotator, question, said, draw):
    """The interval is Clopper and Pearson's at Kish's effective size (Korn and Graubard 1998), shrunk by what part of
    the machine's answers the audited ones are.
    """
    if not said:
        return ErrorRate(annotator, question, None, None, None, 0, draw.drawn)
    weights = [1 / probability for _, probability in said]
    errors = [sum(words) / len(words) for words in said.values()]
    rate = sum(weight * error for weight, error in zip(weights, errors, strict=True)) / sum(weights)
    found = bounded_mean.share(rate, bounded_mean.effective_size(weights), drawn_share=len(weights) / draw.population)
    return ErrorRate(annotator, question, rate, found.low, found.high, len(weights), draw.drawn)

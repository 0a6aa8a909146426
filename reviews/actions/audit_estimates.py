"""How often a machine's answers are wrong, estimated from the audits of answers that were drawn by chance."""

from collections import defaultdict
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Max, Q
from django.utils import timezone

from annotations.models import Annotator, Question
from reviews.models import Audit, AuditSample

RIGHT, WRONG = ("accept", "evidence_wrong"), ("override",)
LEVEL = 0.95
KEPT_SECONDS = 86_400
KEY = "audit-error-rates:{}"


@dataclass(frozen=True)
class ErrorRate:
    """The share of wrong values among a machine's answers to one question, 0 to 1; None while no drawn one is judged.

    `n`: drawn answers with a word on their value; `drawn`: all drawn ones to this question. `low` to `high`: 95 %.
    """

    annotator: Annotator
    question: Question
    rate: float | None
    low: float | None
    high: float | None
    n: int
    drawn: int


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
    drawn = _drawn(task)
    said = defaultdict(lambda: defaultdict(list))
    audits = Audit.objects.filter(
        judgement__annotation__audit_sample__task=task, verdict__in=RIGHT + WRONG, invalid_reason=""
    )
    rows = audits.values_list("judgement__annotation__annotator", "judgement__question", "judgement", "verdict",
                              "judgement__annotation__audit_sample__inclusion_probability")
    for annotator, question, judgement, verdict, probability in rows:
        said[annotator, question][judgement, probability].append(verdict in WRONG)
    annotators = Annotator.objects.in_bulk({annotator for annotator, _ in drawn})
    questions = Question.objects.in_bulk({question for _, question in drawn})
    rates = [
        _rate(annotators[annotator], questions[question], said[annotator, question], count)
        for (annotator, question), count in drawn.items()
    ]
    return tuple(sorted(rates, key=lambda rate: (rate.annotator.name, str(rate.annotator.pk), rate.question.position)))


def interval(rate, weights):
    """(low, high) of a weighted share at 95 %: Clopper-Pearson at the effective size (Korn and Graubard 1998).

    The effective size is Kish's: the squared sum of the weights over the sum of their squares.
    """
    from scipy.special import betaincinv  # here: the web process shows what the worker has computed

    size = sum(weights) ** 2 / sum(weight**2 for weight in weights)
    wrong, tail = size * rate, (1 - LEVEL) / 2
    low = 0.0 if wrong <= 0 else float(betaincinv(wrong, size - wrong + 1, tail))
    high = 1.0 if wrong >= size else float(betaincinv(wrong + 1, size - wrong, 1 - tail))
    return low, high


def keep(*, task):
    """Compute the task's Estimate and keep it where the pages find it; nothing where no audit came since."""
    seen = _seen(task)
    kept = cache.get(KEY.format(task.pk))
    if kept is None or kept[0] != seen:
        cache.set(KEY.format(task.pk), (seen, Estimate(error_rates(task=task), timezone.now())), KEPT_SECONDS)


def kept(tasks):
    """{task id: Estimate} of those that a worker has computed; one look-up for all."""
    keys = {KEY.format(task.pk): task.pk for task in tasks}
    return {keys[key]: value[1] for key, value in cache.get_many(list(keys)).items()}


def _seen(task):
    audits = Audit.objects.filter(judgement__annotation__audit_sample__task=task)
    found = audits.aggregate(last=Max("pk"), invalid=Count("pk", filter=~Q(invalid_reason="")))
    return (AuditSample.objects.filter(task=task).count(), found["last"], found["invalid"])


def _drawn(task):
    """{(annotator id, question id): how many drawn answers to it}."""
    rows = (
        AuditSample.objects.filter(task=task, annotation__judgements__abstained=False)
        .values_list("annotation__annotator", "annotation__judgements__question").annotate(Count("pk")).order_by()
    )
    return {(annotator, question): count for annotator, question, count in rows}


def _rate(annotator, question, said, drawn):
    if not said:
        return ErrorRate(annotator, question, None, None, None, 0, drawn)
    weights = [1 / probability for _, probability in said]
    errors = [sum(words) / len(words) for words in said.values()]
    rate = sum(weight * error for weight, error in zip(weights, errors, strict=True)) / sum(weights)
    low, high = interval(rate, weights)
    return ErrorRate(annotator, question, rate, low, high, len(weights), drawn)

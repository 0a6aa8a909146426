"""How often a machine's answers are wrong, estimated from the audits of answers that were drawn by chance."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, F, Max, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy

from annotations.models import Annotator, Question
from evalhub.lib.statistics import bounded_mean
from evalhub.work.sweep import Sweep
from reviews.audits.models import Audit, AuditDraw, AuditSample

RIGHT, WRONG = ("accept", "evidence_wrong"), ("override",)
KEPT_SECONDS = 86_400
LEAST_SHOWN = 10  # audited items from which on a rate is shown as a figure
KEY = "audit-error-rates:4:{}"


@dataclass(frozen=True)
class ErrorRate:
    """The share of wrong values among a machine's answers to one question, 0 to 1; None while no drawn one is judged.

    Without a question: among those to all questions, item by item. `n`: drawn answers (items) with a word on their
    value; `drawn`: all drawn ones to this question. `low` to `high`: 95 %, for the answers that there are: once all of
    them are audited there is nothing left to be unsure of.
    """

    annotator: Annotator
    question: Question | None
    rate: float | None
    low: float | None
    high: float | None
    n: int
    drawn: int

    @property
    def is_shown(self):
        return self.rate is not None and self.n >= LEAST_SHOWN


@dataclass(frozen=True)
class _Draw:
    """Answers of a machine to a question: how many were drawn, and of how many (Horvitz and Thompson 1952)."""

    drawn: int
    population: float


@dataclass(frozen=True)
class Estimate:
    """The ErrorRates of a task by question, and one of each machine over all, as of when they were computed."""

    rates: tuple
    overall: tuple
    at: object


def error_rates(*, task):
    """An ErrorRate for each machine and question of the task of which anything was drawn; four statements.

    Only drawn answers that were audited blind count, each with the inverse of its chance (Hajek 1971: sum of w*e over
    sum of w); what is picked for its risk never does. An override is an error; accepted values and those whose quotes
    alone are wrong are none; `cannot_judge` and `guideline_gap` say nothing on the value, nor does an audit marked
    invalid. Several auditors of one answer share its weight.
    """
    drawn, said = _draws(task), _said(task)
    annotators = Annotator.objects.in_bulk({annotator for annotator, _ in drawn})
    questions = Question.objects.in_bulk({question for _, question in drawn})
    rates = [
        _rate(annotators[annotator], questions[question], said[annotator, question], draw)
        for (annotator, question), draw in drawn.items()
    ]
    return tuple(sorted(rates, key=lambda rate: (rate.annotator.name, str(rate.annotator.pk), rate.question.position)))


def overall_rates(*, task):
    """An ErrorRate over all questions for each machine of which anything was drawn; three statements.

    Its unit is the item: values of one item err together, so the interval takes each item's share as one observation.
    """
    rows = (
        AuditSample.objects.filter(task=task)
        .values_list("annotation__annotator")
        .annotate(Count("pk"), population=Sum(1.0 / F("inclusion_probability")))
        .order_by()
    )
    draws = {annotator: _Draw(drawn, population) for annotator, drawn, population in rows}
    items = defaultdict(lambda: defaultdict(list))
    for (annotator, _question), said in _said(task).items():
        for (_judgement, annotation, probability), errors in said.items():
            items[annotator][annotation, annotation, probability].append(sum(errors) / len(errors))
    annotators = Annotator.objects.in_bulk(draws)
    rates = [_rate(annotators[pk], None, items[pk], draw) for pk, draw in draws.items()]
    return tuple(sorted(rates, key=lambda rate: (rate.annotator.name, str(rate.annotator.pk))))


def keep(*, task):
    """Compute the task's Estimate and keep it where the pages find it; nothing where no audit came since."""
    seen, key = _seen(task), KEY.format(task.pk)
    found = cache.get(key)
    if found is None or found["seen"] != seen:
        rates = [
            [
                str(each.annotator.pk),
                each.question and str(each.question.pk),
                each.rate,
                each.low,
                each.high,
                each.n,
                each.drawn,
            ]
            for each in (*overall_rates(task=task), *error_rates(task=task))
        ]
        cache.set(key, {"seen": seen, "rates": rates, "at": timezone.now().isoformat()}, KEPT_SECONDS)


RATES = Sweep(
    "audit_error_rates",
    title=gettext_lazy("Audited error rates"),
    rows=lambda: AuditDraw.objects.select_related("task"),
    work=lambda mark: keep(task=mark.task),
    organization="task__organization_id",
)


def kept(tasks):
    """{task id: Estimate} of those that a worker has computed; one look-up and two statements for all."""
    keys = {KEY.format(task.pk): task.pk for task in tasks}
    found = {keys[key]: value for key, value in cache.get_many(list(keys)).items()}
    rows = [row for value in found.values() for row in value["rates"]]
    annotators = {str(pk): each for pk, each in Annotator.objects.in_bulk({row[0] for row in rows}).items()}
    questions = {str(pk): each for pk, each in Question.objects.in_bulk({row[1] for row in rows if row[1]}).items()}
    estimates = {}
    for pk, value in found.items():
        rates = [
            ErrorRate(annotators[annotator], question and questions[question], *figures)
            for annotator, question, *figures in value["rates"]
            if annotator in annotators and (question is None or question in questions)
        ]
        estimates[pk] = Estimate(
            rates=tuple(rate for rate in rates if rate.question is not None),
            overall=tuple(rate for rate in rates if rate.question is None),
            at=datetime.fromisoformat(value["at"]),
        )
    return estimates


def _seen(task):
    audits = Audit.objects.filter(judgement__annotation__audit_sample__task=task)
    found = audits.aggregate(last=Max("pk"), invalid=Count("pk", filter=~Q(invalid_reason="")))
    return [AuditSample.objects.filter(task=task).count(), found["last"], found["invalid"]]


def _said(task):
    """{(annotator id, question id): {(judgement id, annotation id, chance): [whether each auditor found it wrong]}}."""
    said = defaultdict(lambda: defaultdict(list))
    audits = Audit.objects.filter(
        judgement__annotation__audit_sample__task=task, blind=True, verdict__in=RIGHT + WRONG, invalid_reason=""
    )
    rows = audits.values_list(
        "judgement__annotation__annotator",
        "judgement__question",
        "judgement",
        "judgement__annotation",
        "verdict",
        "judgement__annotation__audit_sample__inclusion_probability",
    )
    for annotator, question, judgement, annotation, verdict, probability in rows:
        said[annotator, question][judgement, annotation, probability].append(verdict in WRONG)
    return said


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
    weights = [1 / probability for *_, probability in said]
    errors = [sum(words) / len(words) for words in said.values()]
    rate = sum(weight * error for weight, error in zip(weights, errors, strict=True)) / sum(weights)
    variance = sum(w * (error - rate) ** 2 for w, error in zip(weights, errors, strict=True)) / sum(weights)
    size, drawn_share = bounded_mean.effective_size(weights), len(weights) / draw.population
    found = bounded_mean.interval(rate, variance, size, drawn_share=drawn_share)
    return ErrorRate(annotator, question, rate, found.low, found.high, len(weights), draw.drawn)

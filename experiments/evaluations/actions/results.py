"""The outputs of an evaluation, narrowed by score, failure, disagreement, metadata and search.

What few outputs match is looked up first, up to MOST_KNOWN of them; a filter that more match is checked along the
list, which then finds its page soon.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Exists, F, Max, Min, OuterRef, Q

from annotations.labels.reading import listed, not_valid
from annotations.models import Annotation, Judgement, TaskItem
from annotations.tasks.actions import item_search
from datasets.actions import cases
from datasets.models import TestCase
from experiments.evaluations.actions import result_rows
from experiments.evaluations.models import EvaluationScorer
from reviews.engine.models import LLMRequest

MOST_KNOWN = 10_000
SAMPLED, COMMON = 500, 5


@dataclass(frozen=True)
class ResultFilters:
    """`low` and `high` are of the scores of `metric`, a key of the evaluation; both ends count.

    `failed`: a scorer has no score of the output. `disagree`: of two scorers of a metric one passes its threshold and
    the other does not, or they differ where it has none. With `metric` both are of that metric alone.
    """

    metric: str = ""
    low: float | None = None
    high: float | None = None
    failed: bool = False
    disagree: bool = False
    metadata: dict = field(default_factory=dict)
    search: str = ""


@dataclass(frozen=True)
class Found:
    """The items, in the order of their positions, and whether so many match that counting them takes long."""

    items: object
    is_common: bool


def results(*, evaluation, filters=None):
    """The Found items that meet all filters. InvalidInput names an unknown metric or metadata field."""
    filters = filters or ResultFilters()
    scorers = _scorers(evaluation, filters.metric)
    found, is_common = result_rows.items_of(evaluation), False
    conditions = []
    if filters.low is not None or filters.high is not None:
        conditions.append(_by_score(scorers, filters))
    if filters.failed:
        conditions.append(_failed(evaluation, scorers))
    if filters.disagree:
        conditions.append(_disagreeing(evaluation.task_id, scorers))
    if filters.search.strip():
        matches = item_search.matches(evaluation.task, filters.search)
        conditions.append((matches.condition, matches.is_common))
    if filters.metadata:
        version = evaluation.task.dataset_version
        of_version = TestCase.objects.filter(version=version, pk=OuterRef("test_case"))
        conditions.append((Q(Exists(cases.filtered(of_version, filters.metadata, version))), True))
    for condition, may_be_common in conditions:
        found, is_common = found.filter(condition), is_common or may_be_common
    return Found(found.order_by("position"), is_common)


def _scorers(evaluation, key):
    """{Question: [annotator ids]} of one metric, or of all."""
    rows = EvaluationScorer.objects.filter(evaluation=evaluation).select_related("question__metric")
    found = defaultdict(list)
    for row in rows.order_by("question__position", "pk"):
        found[row.question].append(row.annotator_id)
    if not key:
        return found
    chosen = {question: annotators for question, annotators in found.items() if question.key == key}
    if not chosen:
        raise not_valid("metric", key, listed(question.key for question in found))
    return chosen


def _of_scorers(scorers):
    """Judgements that count, of these questions by these scorers."""
    annotators = {annotator for each in scorers.values() for annotator in each}
    return Judgement.objects.filter(
        **result_rows.CURRENT, question__in=list(scorers), annotation__annotator__in=annotators
    )


def _known(queryset, field):
    """The distinct values of a field, or None for more than MOST_KNOWN."""
    found = set(queryset.order_by().values_list(field, flat=True)[: MOST_KNOWN + 1])
    return None if len(found) > MOST_KNOWN else found


def _by_score(scorers, filters):
    if not filters.metric:
        raise not_valid("metric", "", listed(question.key for question in scorers))
    within = Q() if filters.low is None else Q(number__gte=filters.low)
    within &= Q() if filters.high is None else Q(number__lte=filters.high)
    known = _known(Judgement.objects.filter(within, question__in=list(scorers)), "annotation")
    if known is None:
        return Q(Exists(_of_scorers(scorers).filter(within, annotation__item=OuterRef("pk")))), True
    annotators = {annotator for each in scorers.values() for annotator in each}
    current = Annotation.objects.current().filter(pk__in=known, annotator__in=annotators)
    return Q(pk__in=set(current.values_list("item", flat=True))), False


def _failed(evaluation, scorers):
    annotators = {annotator for each in scorers.values() for annotator in each}
    abstained = _of_scorers(scorers).filter(abstained=True)
    asked = LLMRequest.objects.current().filter(run__task=evaluation.task_id, run__annotator__in=annotators)
    unread = Q(question_failures__has_any_keys=[question.key for question in scorers])
    asked = asked.filter(Q(state__in=["failed", "cancelled"]) | Q(unread, state="done"))
    parts = [_known(abstained, "annotation__item"), _known(asked, "item")]
    if None in parts:
        of_item = {"annotation__item": OuterRef("pk")}
        return Q(Exists(abstained.filter(**of_item))) | Q(Exists(asked.filter(item=OuterRef("pk")))), True
    return Q(pk__in=set.union(*parts)), False


def _disagreeing(task_id, scorers):
    """To look all of them up reads all scores, so a sample tells first whether a walk finds a page soon."""
    condition, is_common = Q(pk__in=[]), False
    for question, annotators in scorers.items():
        if len(annotators) < 2:
            continue
        # A row per item on whose score of a question these scorers differ.
        rows = _of_scorers({question: annotators}).filter(number__isnull=False)
        rows = rows.order_by().values("annotation__item").annotate(least=Min("number"), most=Max("number"))
        pass_at = question.metric and question.metric.pass_at
        if pass_at is None:
            differing = rows.filter(most__gt=F("least"))
        elif question.metric.direction == "lower":
            differing = rows.filter(least__lte=pass_at, most__gt=pass_at)
        else:
            differing = rows.filter(least__lt=pass_at, most__gte=pass_at)
        known = None if _is_common(task_id, differing) else _known(differing, "annotation__item")
        is_common |= known is None
        of_item = differing.filter(annotation__item=OuterRef("pk"))
        condition |= Q(Exists(of_item)) if known is None else Q(pk__in=known)
    return condition, is_common


def _is_common(task_id, differing):
    """Whether at least COMMON of the first SAMPLED items are among them."""
    sample = TaskItem.objects.filter(task=task_id).order_by("position").values("pk")[:SAMPLED]
    return len(differing.filter(annotation__item__in=list(sample.values_list("pk", flat=True)))) >= COMMON

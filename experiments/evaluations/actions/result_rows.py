"""The results of an evaluation output by output: who scored it how, why a score is missing, and what people say."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.labels.types import registry as label_types
from annotations.models import Annotator, Judgement, Question, TaskItem
from annotations.tasks.actions import item_content
from datasets.models import ModelOutput
from evalhub.lib.charts import numbers
from evalhub.lib.reasons import Reason
from experiments.evaluations import reasons, summary_estimates
from experiments.evaluations.actions import people_labels
from experiments.evaluations.models import Evaluation, EvaluationScorer
from reviews.engine.models import LLMRequest
from reviews.scorers.judges.score_modes import SCORE_MODE, TITLES

DIGITS = 3  # of a score behind the point
CURRENT = {"annotation__round": 1, "annotation__withdrawn_at": None, "annotation__superseded_at": None}


@dataclass
class Score:
    """What a scorer or a person says of one output on one question. Without a judgement, or with one that abstains,
    `failure` says why, None while the score is still to come; `why` are the words of it, which pages set."""

    question: Question
    annotator: Annotator
    judgement: Judgement | None = None
    failure: Reason | None = None
    why: str = ""

    def __str__(self):
        return self.shown

    @property
    def name(self):
        return summary_estimates.name_of(self.question)

    @property
    def number(self):
        return self.judgement.number if self.judgement else None

    @property
    def shown(self):
        """The value as its label type shows it, or the exact number of a scorer that weighs values; "" for none."""
        question = self.question
        if self.judgement is None or self.judgement.abstained:
            return ""
        if self.mode:
            return numbers.short(round(self.judgement.number, DIGITS))
        if isinstance(self.judgement.value, float):
            return numbers.short(round(self.judgement.value, DIGITS))
        return label_types[question.label_type].display(question.config, self.judgement.value)

    @property
    def score_mode(self):
        """A key of TITLES for a score that may be made in several ways; None of any other."""
        return self.judgement.details.get(SCORE_MODE) if self.judgement else None

    @property
    def mode(self):
        """How it was made, in words; "" where there is one way alone."""
        return _(TITLES[self.score_mode]) if self.score_mode in TITLES else ""

    @property
    def passes(self):
        """Whether it passes the threshold of its metric; None without one, and without a score."""
        return passes(self.question, self.number)


def passes(question: Question, number: float | None) -> bool | None:
    """Whether a number passes the threshold of the question's metric; None without one."""
    metric = question.metric
    if metric is None or metric.pass_at is None or number is None:
        return None
    return number <= metric.pass_at if metric.direction == "lower" else number >= metric.pass_at


def scorers_of(evaluation: Evaluation) -> list[EvaluationScorer]:
    """In the order of the form; one statement."""
    rows = EvaluationScorer.objects.filter(evaluation=evaluation).select_related("question__metric", "annotator")
    return list(rows.order_by("question__position", "annotator__name", "pk"))


def items_of(evaluation: Evaluation) -> QuerySet:
    return TaskItem.objects.filter(task=evaluation.task_id).select_related("test_case")


def with_score(items: QuerySet, scorer: EvaluationScorer, name: str) -> QuerySet:
    """`name` annotated: the number that the scorer gave."""
    return items.annotate(**{name: Subquery(_judgements(scorer).values("number")[:1])})


def scored(scorer: EvaluationScorer, **lookups: Any) -> Q:
    """Items that this scorer has scored, by lookups of its judgement."""
    return Q(Exists(_judgements(scorer).filter(abstained=False, **lookups)))


def passed(scorer: EvaluationScorer, passes: bool) -> Q:
    """Items whose score by this scorer passes the threshold of its metric, or does not; none without a threshold."""
    metric = scorer.question.metric
    if metric is None or metric.pass_at is None:
        return Q(pk__in=[])
    is_lower = metric.direction == "lower"
    lookup = {(True, True): "lte", (True, False): "gt", (False, True): "gte", (False, False): "lt"}[is_lower, passes]
    return scored(scorer, **{f"number__{lookup}": metric.pass_at})


def any_of(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions, Q(pk__in=[]))


def failed_with(evaluation: Evaluation, scorers: list[EvaluationScorer], code: str) -> Q:
    """Items that a scorer has no score of for this reason."""
    by_program = any_of(
        [Q(Exists(_judgements(each).filter(failure__startswith=f'{{"code":"{code}"'))) for each in scorers]
    )
    asked = LLMRequest.objects.current().filter(item=OuterRef("pk"), run__task=evaluation.task_id)
    if code == reasons.NO_ANSWER.code:
        return by_program | Q(Exists(asked.filter(state="done").exclude(question_failures={})))
    if code == reasons.CANCELLED.code:
        return by_program | Q(Exists(asked.filter(state="cancelled")))
    return by_program | Q(Exists(asked.filter(state="failed", error_class=code)))


def load(evaluation: Evaluation, items: list[TaskItem], scorers: list[EvaluationScorer], labels=None) -> None:
    """Set what pages show of items: all of `load_scores`, `title`, `facts` ([(name, value)] of their slices), `labels`
    (PeopleLabels) and `people_shown`, their mean; four statements at most.

    `labels`: PeopleLabels that were read already.
    """
    load_scores(evaluation, items, scorers)
    given = defaultdict(list)
    for label in people_labels.of_evaluation(evaluation) if labels is None else labels:
        given[label.item_id].append(label)
    for item in items:
        item.title = item_content.summary(item.test_case)
        metadata = item.test_case.metadata
        item.facts = [(name, str(metadata[name])) for name in evaluation.slice_by if metadata.get(name) is not None]
        item.labels = given[item.pk]
        # The mean of labels of the first question that scorers answer too, else how many there are.
        same = [label for label in item.labels if label.question_id is not None and label.number is not None]
        if same:
            own = [label.number for label in same if label.question_id == min(each.question_id for each in same)]
            item.people_shown = numbers.short(round(sum(own) / len(own), 2))
        else:
            n = len({label.annotation_id for label in item.labels})
            item.people_shown = ngettext("%(n)s label", "%(n)s labels", n) % {"n": n} if n else ""


def load_scores(evaluation: Evaluation, items: list[TaskItem], scorers: list[EvaluationScorer]) -> None:
    """Set of items `output`, `scores` ([Score] in the order of scorers) and `other_scores` ([Score] of everybody else
    who has answered); three statements at most."""
    outputs = ModelOutput.objects.select_related("system").in_bulk([pk for item in items for pk in item.outputs])
    found = {item.pk: {} for item in items}
    current = Judgement.objects.filter(**CURRENT, annotation__item__in=items)
    for judgement in current.select_related("question__metric", "annotation__annotator").order_by("pk"):
        annotation = judgement.annotation
        found[annotation.item_id][judgement.question_id, annotation.annotator_id] = judgement
    missing = _failures_of_models(evaluation, items) if any(s.annotator.kind == "llm" for s in scorers) else {}
    for item in items:
        item.output = next((outputs[pk] for pk in item.outputs if pk in outputs), None)
        item.scores = [_score(evaluation, item, scorer, found[item.pk], missing) for scorer in scorers]
        item.other_scores = [
            Score(each.question, each.annotation.annotator, each, each.failure) for each in found[item.pk].values()
        ]


def _score(evaluation, item, scorer, found, missing):
    """The Score of a scorer, whose judgement is taken out of those that were found."""
    score = Score(scorer.question, scorer.annotator, found.pop((scorer.question_id, scorer.annotator_id), None))
    if score.judgement is not None and not score.judgement.abstained:
        return score
    own = missing.get((item.pk, scorer.annotator_id), {})
    score.failure = score.judgement.failure if score.judgement else None
    late = reasons.NO_ANSWER() if evaluation.has_ended else None
    score.failure = score.failure or own.get(scorer.question.key) or own.get(None) or late
    return score


def _failures_of_models(evaluation, items):
    """{(item, annotator): {question key or None: Reason}}."""
    found = defaultdict(dict)
    requests = LLMRequest.objects.current().filter(item__in=items, run__task=evaluation.task_id)
    fields = ("item_id", "stage__annotator_id", "state", "error_message", "error_class", "question_failures")
    for item, annotator, state, message, error_class, by_question in requests.values_list(*fields):
        if state == "failed":
            found[item, annotator][None] = message or Reason(error_class)
        if state == "cancelled":
            found[item, annotator][None] = reasons.CANCELLED()
        for key in by_question or ():
            found[item, annotator][key] = reasons.NO_ANSWER()
    return found


def _judgements(scorer):
    own = {"question": scorer.question_id, "annotation__annotator": scorer.annotator_id}
    return Judgement.objects.filter(**CURRENT, **own, annotation__item=OuterRef("pk"))


def in_slice(text: str) -> Q:
    """Items of `field=value`, as a summary names it; none for a text without a sign."""
    field, sign, value = text.partition("=")
    return Q(test_case__metadata__contains={field: value}) if sign else Q(pk__in=[])

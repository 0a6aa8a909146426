"""The scores of an evaluation case by case, as arrays: what comparisons, gates and leaderboards are computed from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.db import connection

from annotations.labels.types import registry as label_types
from annotations.models import Question, TaskItem
from datasets.models import TestCase
from evalhub.lib.database import statements
from experiments.evaluations import case_slices
from experiments.evaluations.case_slices import MOST_VALUES, CaseSlice
from experiments.evaluations.models import Evaluation, EvaluationScorer, ScoreSummary
from experiments.evaluations.reducers import MEAN, Reducer
from reviews.scorers.actions.juries import JURY

sql = statements.of_feature(__file__)
MEASURES = ("latency_ms", "cost_usd", "tokens_in", "tokens_out")


@dataclass(frozen=True)
class CaseScores:
    """float[n] `values` of the cases int[n], ascending: outputs of a case by `reducer`, its scorers by their mean.

    `scorers` are the ids of the annotators whose scores these are, in order. `n_total` counts all cases that were to
    be scored; least and most are the ends of the scale, None where it has none. With `counts_passes` the reducer gives
    passes from 0 to 1, of which more is better whatever the metric's direction.
    """

    cases: np.ndarray
    values: np.ndarray
    n_total: int
    scorers: tuple = ()
    least: float | None = None
    most: float | None = None
    reducer: str = MEAN
    counts_passes: bool = False

    @property
    def n_scored(self):
        return int(self.cases.size)


def question_of(evaluation: Evaluation, key: str) -> Question | None:
    """The question of its form under this key, with its metric."""
    form = Question.objects.filter(schema_version=evaluation.task.schema_version_id, key=key)
    return form.select_related("metric").first()


def of_metric(
    evaluation: Evaluation, question: Question, *, passes: bool = False, reducer: str | None = None
) -> CaseScores:
    """The CaseScores of a question; with `passes` 1 where a score passes the threshold of its metric, else 0.

    `reducer` None: that of the evaluation. Where it counts passes, `passes` changes nothing.

    Only the scorers of the evaluation count, a jury in place of its members: people who label the same items later do
    not change a figure. Where a scorer has made its scores in several ways there are none: they have no mean.
    """
    scorers = _scorers(evaluation, question)
    metric = question.metric
    values = {
        "task": evaluation.task_id,
        "question": question.pk,
        "annotators": list(scorers),
        "pass_at": metric.pass_at if passes and metric else None,
        "lower": bool(metric and metric.direction == "lower"),
    }
    summaries = ScoreSummary.objects.filter(evaluation=evaluation, question=question, annotator__in=scorers, slice="")
    if any(each.is_mixed for each in summaries.only("score_modes")):
        values["annotators"] = []
    chosen = Reducer(reducer or evaluation.reducer, question)
    if chosen.key != MEAN:
        found = _reduced(chosen, values)
        return CaseScores(*found, _n_cases(evaluation), scorers, *chosen.bounds, chosen.key, chosen.counts_passes)
    least, most = (0.0, 1.0) if passes else label_types[question.label_type].bounds(question.config)
    return CaseScores(*_arrays(sql("case_scores"), values), _n_cases(evaluation), scorers, least, most)


def _scorers(evaluation, question):
    """Ids of the annotators whose scores count: a jury's in place of its members'."""
    rows = EvaluationScorer.objects.filter(evaluation=evaluation, question=question).order_by("annotator_id")
    found = list(rows.values_list("annotator_id", "annotator__kind", "annotator__parameters"))
    heard = {member for _pk, kind, parameters in found if kind == JURY for member in parameters["members"]}
    return tuple(pk for pk, _kind, _parameters in found if str(pk) not in heard)


def of_measure(evaluation: Evaluation, measure: str) -> CaseScores:
    """The CaseScores of one of MEASURES of the outputs, where it is known."""
    if measure not in MEASURES:
        raise ValueError(f"measure is {measure!r}. Valid: {', '.join(MEASURES)}.")
    found = _arrays(sql("case_measures").replace("{measure}", measure), {"task": evaluation.task_id})
    return CaseScores(*found, _n_cases(evaluation))


def paired(one: CaseScores, other: CaseScores, same: dict[int, int] | None = None):
    """(cases, values of one, values of the other) over the cases that both have a score of.

    same: {case of one: case of the other}; None where they have the same ids.
    """
    if same is not None:
        known = np.array([same.get(case, -1) for case in one.cases.tolist()], dtype=np.int64)
        order = np.argsort(known, kind="stable")
        _both, first, second = np.intersect1d(known[order], other.cases, return_indices=True)
        places = order[first]
        return one.cases[places], one.values[places], other.values[second]
    cases, first, second = np.intersect1d(one.cases, other.cases, assume_unique=True, return_indices=True)
    return cases, one.values[first], other.values[second]


def same_cases(evaluation: Evaluation, other: Evaluation) -> dict[int, int] | None:
    """{case of one: the same case in the other's version}; None where both score one version: the ids are the same."""
    versions = evaluation.task.dataset_version_id, other.task.dataset_version_id
    if versions[0] == versions[1]:
        return None
    with connection.cursor() as cursor:
        cursor.execute(sql("same_cases"), {"version": versions[0], "other": versions[1]})
        return dict(cursor.fetchall())


def slices(cases: Sequence[int], fields: Sequence[str], *, most: int | None = MOST_VALUES) -> list[CaseSlice]:
    """`case_slices.slices_of` these cases; one statement, none without fields."""
    if not fields:
        return []
    rows = TestCase.objects.filter(pk__in=cases).order_by("pk").values_list("pk", "metadata")
    return case_slices.slices_of(dict(rows), fields, most=most)


def _reduced(reducer, values):
    """(cases, values): each scorer's outputs by the reducer, then the mean over scorers that have a value."""
    with connection.cursor() as cursor:
        cursor.execute(sql("case_outputs"), values)
        rows = np.array(cursor.fetchall(), dtype=np.float64).reshape(-1, 3)
    by_scorer = [rows[rows[:, 1] == place] for place in np.unique(rows[:, 1])]
    parts = [reducer.reduce(own[:, 0].astype(np.int64), own[:, 2]) for own in by_scorer]
    if not parts:
        return np.array([], dtype=np.int64), np.array([], dtype=np.float64)
    cases, values = (np.concatenate(each) for each in zip(*parts, strict=True))
    is_known = ~np.isnan(values)
    known, places = np.unique(cases[is_known], return_inverse=True)
    return known, np.bincount(places, weights=values[is_known]) / np.bincount(places)


def _arrays(statement, values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    return np.array([row[0] for row in rows], dtype=np.int64), np.array([row[1] for row in rows], dtype=np.float64)


def _n_cases(evaluation):
    """All cases that are scored; those of outputs that never came among them."""
    n_items = TaskItem.objects.filter(task=evaluation.task_id).values("test_case").distinct().count()
    return max(n_items, -(-evaluation.n_outputs // evaluation.repetitions))

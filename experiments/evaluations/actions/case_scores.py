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
    return _of_questions(evaluation, {question: reducer or evaluation.reducer}, passes=passes)[question.pk]


def of_metrics(evaluation: Evaluation, reducers: dict[str, str | None]) -> dict[str, tuple[Question, CaseScores]]:
    """{key: (its question, its CaseScores)} of the questions under these keys, with their reducers as `of_metric` takes
    them; as many statements for many keys as for one, where the reducer is the mean."""
    form = Question.objects.filter(schema_version=evaluation.task.schema_version_id, key__in=reducers)
    asked = {each: reducers[each.key] or evaluation.reducer for each in form.select_related("metric")}
    found = _of_questions(evaluation, asked)
    return {each.key: (each, found[each.pk]) for each in asked}


def _of_questions(evaluation, reducers, *, passes=False):
    """{question's id: CaseScores} of {question: reducer}."""
    scorers = _scorers(evaluation, reducers)
    values = {"task": evaluation.task_id, "pass_at": None, "lower": False}
    if passes:
        [question] = reducers
        metric = question.metric
        values |= {"pass_at": metric and metric.pass_at, "lower": bool(metric and metric.direction == "lower")}
    mixed = _mixed(evaluation, scorers)
    heard = {each.pk: () if each.pk in mixed else scorers[each.pk] for each in reducers}
    plain = [each for each, reducer in reducers.items() if reducer == MEAN]
    means, n_cases, found = _means(plain, heard, values), _n_cases(evaluation), {}
    for question, reducer in reducers.items():
        chosen, own = Reducer(reducer, question), scorers[question.pk]
        if reducer == MEAN:
            scale = label_types[question.label_type].bounds(question.config)
            found[question.pk] = CaseScores(*means[question.pk], n_cases, own, *((0.0, 1.0) if passes else scale))
            continue
        reduced = _reduced(chosen, values | {"question": question.pk, "annotators": list(heard[question.pk])})
        found[question.pk] = CaseScores(*reduced, n_cases, own, *chosen.bounds, reducer, chosen.counts_passes)
    return found


def _scorers(evaluation, questions):
    """{question's id: ids of the annotators whose scores count: a jury's in place of its members'}."""
    rows = EvaluationScorer.objects.filter(evaluation=evaluation, question__in=list(questions)).order_by("annotator_id")
    names = ("question_id", "annotator_id", "annotator__kind", "annotator__parameters")
    found = list(rows.values_list(*names)) if questions else []
    scorers = {}
    for question in questions:
        own = [row[1:] for row in found if row[0] == question.pk]
        heard = {member for _pk, kind, parameters in own if kind == JURY for member in parameters["members"]}
        scorers[question.pk] = tuple(pk for pk, _kind, _parameters in own if str(pk) not in heard)
    return scorers


def _mixed(evaluation, scorers):
    """Ids of the questions one of whose scorers has made its scores in several ways."""
    listed = ScoreSummary.objects.filter(evaluation=evaluation, question__in=list(scorers), slice="")
    found = listed.only("question_id", "annotator_id", "score_modes") if scorers else ()
    return {each.question_id for each in found if each.is_mixed and each.annotator_id in scorers[each.question_id]}


def _means(questions, scorers, values):
    """{question's id: (cases, means over their outputs and scorers)}; one statement."""
    pairs = [(each.pk, scorer) for each in questions for scorer in scorers[each.pk]]
    columns = {name: [pair[place] for pair in pairs] for place, name in enumerate(("questions", "annotators"))}
    rows = np.array([], dtype=np.float64).reshape(0, 3)
    if pairs:
        with connection.cursor() as cursor:
            cursor.execute(sql("case_scores"), values | columns)
            rows = np.array(cursor.fetchall(), dtype=np.float64).reshape(-1, 3)
    return {each.pk: _cases_and_values(rows[rows[:, 0] == each.pk, 1:]) for each in questions}


def _cases_and_values(rows):
    return rows[:, 0].astype(np.int64), rows[:, 1]


def of_measure(evaluation: Evaluation, measure: str) -> CaseScores:
    """The CaseScores of one of MEASURES of the outputs, where it is known."""
    if measure not in MEASURES:
        raise ValueError(f"measure is {measure!r}. Valid: {', '.join(MEASURES)}.")
    with connection.cursor() as cursor:
        cursor.execute(sql("case_measures").replace("{measure}", measure), {"task": evaluation.task_id})
        rows = cursor.fetchall()
    found = np.array([row[0] for row in rows], dtype=np.int64), np.array([row[1] for row in rows], dtype=np.float64)
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


def _n_cases(evaluation):
    """All cases that are scored; those of outputs that never came among them."""
    n_items = TaskItem.objects.filter(task=evaluation.task_id).values("test_case").distinct().count()
    return max(n_items, -(-evaluation.n_outputs // evaluation.repetitions))

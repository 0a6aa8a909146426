"""The scores of an experiment's variants as arrays by case, and what they tell of the health of the data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from django.db import connection

from annotations.models import Question, TaskItem
from annotations.queue.actions import slots
from evalhub.lib.database import statements
from experiments.evaluations.actions import case_scores
from experiments.evaluations.actions.case_scores import MEASURES, CaseScores
from experiments.evaluations.case_slices import CaseSlice
from experiments.evaluations.models import Evaluation
from experiments.evaluations.reducers import MEAN
from experiments.trials import reasons
from experiments.trials.analysis import health
from experiments.trials.analysis.health import Check
from experiments.trials.methods import Sample
from experiments.trials.models import Experiment, ExperimentMetric, Variant
from experiments.trials.models.experiment_metric import CORRECTED, MACHINES, PEOPLE

sql = statements.of_feature(__file__)
NOTHING = CaseScores(np.array([], dtype=np.int64), np.array([], dtype=np.float64), 0)


@dataclass(frozen=True)
class Scores:
    """`samples` {metric: one Sample a variant, the control first}; `is_complete`: every evaluation has ended, and of
    a primary metric that people score all labels are in that they were asked for.

    `read_slices` gives the slices of the cases, in one statement: not part of the data, as metadata never change.
    """

    samples: dict[str, list[Sample]]
    checks: list[Check]
    is_complete: bool
    titles: dict[str, str] = field(default_factory=dict)
    read_slices: Callable[[], Sequence[CaseSlice]] = tuple


def of_cases(experiment: Experiment, metrics: Sequence[ExperimentMetric], variants: Sequence[Variant]) -> Scores:
    """The Scores of variants, the control first; as many statements for many metrics as for one, but for one of each
    measure of outputs and of each metric that people score."""
    scored = [_scored(metrics, each.evaluation) for each in variants]
    found = {
        metric.key: [_of_metric(metric, each, own) for each, own in zip(variants, scored, strict=True)]
        for metric in metrics
    }
    primary = metrics[0]
    samples = {key: [each.sample for each in rows] for key, rows in found.items()}
    checks = [
        _same_cases(samples[primary.key]),
        *_failures(variants, found[primary.key]),
        *(check for metric in metrics for check in _scorers(metric, variants, found[metric.key])),
        *(_labels(metric, found[metric.key]) for metric in metrics if metric.scores in (PEOPLE, CORRECTED)),
    ]
    evaluations = [each.evaluation for each in variants]
    complete = all(each is not None and each.has_ended for each in evaluations)
    if complete and primary.scores != MACHINES:
        complete = _labels_are_in(experiment, found[primary.key])
    titles = {key: rows[0].title or key for key, rows in found.items()}
    slices = partial(_slices, evaluations, samples[primary.key])
    return Scores(samples, _once(checks), complete, titles, slices)


def _slices(evaluations, samples):
    """By the fields that the evaluations of the variants are sliced by."""
    fields = sorted({name for each in evaluations if each is not None for name in each.slice_by})
    cases = np.unique(np.concatenate([each.units for each in samples]))
    return case_scores.slices(cases.tolist(), fields)


@dataclass(frozen=True)
class _VariantScores:
    sample: Sample
    machines: CaseScores
    people: np.ndarray
    is_drawn: bool
    title: str = ""


def _scored(metrics, evaluation):
    """{metric: (question, CaseScores)} of what is scored in an evaluation; beside people, whose labels have a mean, the
    mean of repetitions."""
    if evaluation is None:
        return {}
    reducers = {each.key: None if each.scores == MACHINES else MEAN for each in metrics if each.key not in MEASURES}
    return case_scores.of_metrics(evaluation, reducers)


def _of_metric(metric, variant, scored):
    evaluation = variant.evaluation
    people, drawn, title = {}, True, ""
    if evaluation is None:
        machines = NOTHING
    elif metric.key in MEASURES:
        machines = case_scores.of_measure(evaluation, metric.key)
    else:
        question, machines = scored.get(metric.key, (None, NOTHING))
        title = "" if question is None else question.title
        if title and machines.reducer != MEAN:
            title = f"{title}, {machines.reducer}"
        if question is not None and metric.scores != MACHINES:
            people, drawn = people_of(evaluation, question)
    found = sample(metric.scores, variant.name, machines, people)
    return _VariantScores(found, machines, np.array(sorted(people)), drawn, title)


def people_of(evaluation: Evaluation, question: Question) -> tuple[dict[int, float], bool]:
    """({case: people's value}, whether every label comes from a draw for an experiment); one statement."""
    values = {
        "task": evaluation.task_id,
        "question": question.pk,
        "organization": evaluation.organization_id,
        "version": evaluation.task.dataset_version_id,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("people_scores"), values)
        rows = cursor.fetchall()
    return {case: number for case, number, _drawn in rows}, all(drawn for *_row, drawn in rows)


def sample(scores: str, name: str, machines: CaseScores, people: dict[int, float]) -> Sample:
    """The values of those whose scores count; `people` {case: value}."""
    if scores == MACHINES:
        return Sample(name, machines.cases, machines.values)
    if scores == PEOPLE:
        cases = sorted(people)
        return Sample(name, np.array(cases, dtype=np.int64), np.array([people[case] for case in cases], dtype=float))
    labels = np.array([people.get(case, np.nan) for case in machines.cases.tolist()], dtype=float)
    return Sample(name, machines.cases, labels, machine_values=machines.values)


def _labels_are_in(experiment, rows):
    """Every scored case has labels, or every item that was drawn for the experiment has all of its own."""
    if all(np.isin(row.machines.cases, row.people).all() for row in rows):
        return True
    drawn = TaskItem.objects.filter(
        task__organization=experiment.organization_id, task__sampling_config__drawn_for=str(experiment.pk)
    )
    return drawn.exists() and not drawn.filter(closed_reason="").exclude(slots.is_complete()).exists()


def _same_cases(samples):
    shared = samples[0].units
    for each in samples[1:]:
        shared = np.intersect1d(shared, each.units, assume_unique=True)
    return health.same_cases(int(shared.size))


def _failures(variants, rows):
    """Cases that every evaluation has asked for, and one variant alone has no score of."""
    ended = [
        row for variant, row in zip(variants, rows, strict=True) if variant.evaluation and variant.evaluation.has_ended
    ]
    if len(ended) < len(rows):
        return
    control = rows[0].machines.cases
    for variant, row in zip(variants[1:], rows[1:], strict=True):
        both = np.union1d(control, row.machines.cases)
        lost = health.failed_alone(both, control, row.machines.cases)
        gained = health.failed_alone(both, row.machines.cases, control)
        yield health.failures(variants[0].name, variant.name, lost, gained)


def _scorers(metric, variants, rows):
    if metric.key in MEASURES or metric.scores == PEOPLE:
        return
    first = rows[0].machines.scorers
    for variant, row in zip(variants[1:], rows[1:], strict=True):
        if row.machines.scorers != first:
            words = reasons.SCORERS_DIFFER(
                metric=row.title or metric.key, treatment=variant.name, control=variants[0].name
            )
            yield Check("scorers", health.FAILED, words)
            return
    yield Check("scorers", health.PASSED, reasons.SCORERS_SAME())


def _labels(metric, rows):
    if all(row.is_drawn for row in rows):
        return Check("labels", health.PASSED, reasons.LABELS_RANDOM())
    state = health.FAILED if metric.scores == CORRECTED else health.WAITING
    return Check("labels", state, reasons.LABELS_NOT_RANDOM(metric=rows[0].title or metric.key))


def _once(checks):
    """The worst of each key, in order."""
    order = {health.FAILED: 0, health.WAITING: 1, health.PASSED: 2}
    found: dict[str, Check] = {}
    for each in checks:
        known = found.get(each.key)
        if known is None or order[each.state] < order[known.state]:
            found[each.key] = each
    return list(found.values())

"""Compare evaluations of several systems on the same cases: paired differences, flips and slices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from django.utils.translation import gettext as _

from annotations.models import Question
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.statistics import mcnemar, multiple_testing, paired
from evalhub.lib.statistics.estimate import Estimate
from experiments.evaluations.actions import case_scores
from experiments.evaluations.actions.case_scores import CaseScores
from experiments.evaluations.models import Evaluation
from experiments.evaluations.reducers import MEAN, k_of, passes

MOST_EVALUATIONS = 10
MOST = 0.5  # of the scorers, or fewer, is no majority
COMPARED_MEASURES = ("latency_ms", "cost_usd")
NO_SHARED_CASES, OTHER_SCORER, OTHER_REDUCER = "no_shared_cases", "other_scorer", "other_reducer"


@dataclass(frozen=True)
class SliceDifference:
    """`field` has `value` in the metadata of these cases; `p_corrected` is by Holm over all slices of the metric."""

    field: str
    value: str
    difference: Estimate
    p_corrected: float | None


@dataclass(frozen=True)
class MetricDifference:
    """One metric of an evaluation less the baseline's, over the cases that both have a score of.

    `better`: "higher", "lower" or "none". `standardized` is the difference by the standard deviation of the pairs'
    differences, None without any. wins, ties and losses count cases, by `better`. `gained` and `lost` are the cases
    that pass in one alone, with McNemar's exact p; None where the metric has no threshold. `reducer` is how
    repetitions became one value, where it is not their mean. `reason` "": there are figures.
    """

    question: Question
    evaluation: Evaluation
    better: str
    n_pairs: int = 0
    baseline_mean: float | None = None
    mean: float | None = None
    difference: Estimate | None = None
    p_corrected: float | None = None
    standardized: float | None = None
    wins: int = 0
    ties: int = 0
    losses: int = 0
    gained: tuple[int, ...] | None = None
    lost: tuple[int, ...] | None = None
    flip_p: float | None = None
    slices: tuple[SliceDifference, ...] = ()
    reducer: str = ""
    reason: str = ""


@dataclass(frozen=True)
class MeasureDifference:
    """What the answers of an evaluation took more than the baseline's, over the cases where both are known; `measure`
    is one of COMPARED_MEASURES."""

    measure: str
    evaluation: Evaluation
    n_pairs: int
    baseline_mean: float | None
    mean: float | None
    difference: Estimate


@dataclass(frozen=True)
class Comparison:
    baseline: Evaluation
    evaluations: tuple[Evaluation, ...]
    metrics: tuple[MetricDifference, ...] = field(default=())
    measures: tuple[MeasureDifference, ...] = field(default=())

    def of(self, evaluation: Evaluation) -> list[MetricDifference]:
        return [each for each in self.metrics if each.evaluation.pk == evaluation.pk]


def compare(*, baseline: Evaluation, evaluations: Sequence[Evaluation], slice_by: Sequence[str] = ()) -> Comparison:
    """The Comparison of evaluations with a baseline, metric by metric of those that all of both have.

    InvalidInput for no evaluation, too many, or the baseline among them; Conflict for one that has not ended.
    """
    ids = [each.pk for each in evaluations]
    if not 1 <= len(ids) < MOST_EVALUATIONS or len({*ids, baseline.pk}) <= len(ids):
        words = _("Compare 1 to %(most)d evaluations with a baseline, each once.")
        raise InvalidInput(words % {"most": MOST_EVALUATIONS - 1}, code="invalid_evaluations")
    running = next((each for each in (baseline, *evaluations) if not each.has_ended), None)
    if running is not None:
        raise Conflict(_("%(name)s has not ended.") % {"name": running.name}, code="evaluation_running")
    found = [each for other in evaluations for each in _of_pair(baseline, other, slice_by)]
    known = [each for each in found if each.difference is not None and each.difference.p is not None]
    corrected = multiple_testing.holm([each.difference.p for each in known if each.difference])  # over all rows shown
    by_row = {id(each): p for each, p in zip(known, corrected, strict=True)}
    measures = [_of_measure(baseline, other, measure) for other in evaluations for measure in COMPARED_MEASURES]
    rows = tuple(_with_p(each, by_row.get(id(each))) for each in found)
    return Comparison(baseline, tuple(evaluations), rows, tuple(measures))


def difference(one: CaseScores, other: CaseScores, same: dict[int, int] | None = None) -> Estimate:
    """The Estimate of the mean of `one` less `other` over the cases that both have."""
    _cases, first, second = case_scores.paired(one, other, same)
    return paired.mean_difference(first - second)


def _of_pair(baseline: Evaluation, other: Evaluation, slice_by: Sequence[str]) -> Iterator[MetricDifference]:
    keys = {each.key: each for each in _questions(baseline)}
    same = case_scores.same_cases(other, baseline)
    for question in _questions(other):
        if question.key in keys:
            yield _of_metric(baseline, keys[question.key], other, question, same, slice_by)


def _of_measure(baseline, other, measure):
    now, before = case_scores.of_measure(other, measure), case_scores.of_measure(baseline, measure)
    _cases, first, second = case_scores.paired(now, before, case_scores.same_cases(other, baseline))
    means = (float(second.mean()), float(first.mean())) if first.size else (None, None)
    return MeasureDifference(measure, other, int(first.size), *means, paired.mean_difference(first - second))


def _of_metric(baseline, base_question, other, question, same, slice_by):
    metric = question.metric
    better = metric.direction if metric else "none"
    now, before = case_scores.of_metric(other, question), case_scores.of_metric(baseline, base_question)
    if now.scorers != before.scorers:
        return MetricDifference(question, other, better, reason=OTHER_SCORER)
    if now.reducer != before.reducer:
        return MetricDifference(question, other, better, reason=OTHER_REDUCER)
    if now.counts_passes:
        better = "higher"
    cases, first, second = case_scores.paired(now, before, same)
    if not cases.size:
        return MetricDifference(question, other, better, reason=NO_SHARED_CASES)
    gaps = first - second
    wins, ties, losses = paired.outcomes(-gaps if better == "lower" else gaps)
    spread = float(gaps.std(ddof=1)) if gaps.size > 1 else 0.0
    flips = _flips(_passing(metric, now), cases, first, second)
    return MetricDifference(
        question,
        other,
        better,
        n_pairs=int(cases.size),
        baseline_mean=float(second.mean()),
        mean=float(first.mean()),
        difference=paired.mean_difference(gaps),
        standardized=float(gaps.mean()) / spread if spread else None,
        wins=wins,
        ties=ties,
        losses=losses,
        slices=tuple(_slices(cases, gaps, slice_by)),
        reducer="" if now.reducer == MEAN else now.reducer,
        **flips,
    )


def _passing(metric, scores):
    """Which values of cases pass, as a function; None where that is not defined, as for the chances of pass@k.

    Of several outputs their mean has to pass, or most of them where the reducer counts passes.
    """
    if metric is None or metric.pass_at is None or k_of(scores.reducer):
        return None
    return (lambda values: values > MOST) if scores.counts_passes else partial(passes, metric)


def _flips(passes, cases, first, second):
    """Cases that pass in one evaluation alone."""
    if passes is None:
        return {}
    gained, lost = cases[passes(first) & ~passes(second)], cases[~passes(first) & passes(second)]
    return {
        "gained": tuple(gained.tolist()),
        "lost": tuple(lost.tolist()),
        "flip_p": mcnemar.exact_p(int(gained.size), int(lost.size)),
    }


def _slices(cases, gaps, slice_by):
    """The SliceDifferences of each field's values; p by Holm over all of them."""
    slices = case_scores.slices(cases.tolist(), slice_by)
    found = [paired.mean_difference(gaps[np.isin(cases, each.cases)]) for each in slices]
    corrected = iter(multiple_testing.holm([each.p for each in found if each.p is not None]))
    return [
        SliceDifference(own.field, own.value, each, None if each.p is None else next(corrected))
        for own, each in zip(slices, found, strict=True)
    ]


def _questions(evaluation):
    form = Question.objects.filter(schema_version=evaluation.task.schema_version_id)
    return form.select_related("metric").order_by("position")


def _with_p(row, p):
    return row if p is None else MetricDifference(**{**row.__dict__, "p_corrected": p})

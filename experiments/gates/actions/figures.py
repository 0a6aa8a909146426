"""The figures of an evaluation and of its baseline that gates ask for, each read once."""

from dataclasses import replace
from functools import cached_property

import numpy as np
from django.db import connection
from django.db.models import Sum

from datasets.actions import cases
from evalhub.lib.database import statements
from evalhub.lib.statistics import means, paired, proportions, quantiles
from evalhub.lib.statistics.estimate import NOTHING, Estimate
from experiments.evaluations.actions import case_scores
from experiments.evaluations.models import Evaluation, ScoreSummary
from experiments.gates import reasons
from experiments.gates.decision import Compared, Measured
from experiments.gates.expression import MEASURES, Figure

sql = statements.of_feature(__file__)
COUNT = "count"  # the method of a figure that is no estimate
COUNTS = ("scored_share", "failed_share", "n_scored")


class EvaluationFigures:
    """Implements `decision.Figures` for an evaluation and its baseline, which may be None."""

    def __init__(self, evaluation: Evaluation, baseline: Evaluation | None = None):
        self._evaluation, self._baseline = evaluation, baseline
        self._scores, self._slices = {}, {}

    def measured(self, figure: Figure) -> Measured:
        if not figure.metric:
            n_total, n_scored = _counts(self._evaluation)
            return Measured(_share(figure.statistic, n_scored, n_total), n_total, n_scored)
        scores = self._case_scores(self._evaluation, figure)
        if scores is None:
            valid = ", ".join((*self._keys, *MEASURES))
            reason = reasons.UNKNOWN_FIGURE(figure=str(figure), valid=valid)
            return Measured(Estimate(None, 0, COUNT, reason=NOTHING), 0, 0, reason)
        reason = self._no_slice(figure) if figure.slice and not scores.n_total else None
        if figure.statistic in COUNTS:
            estimate = _share(figure.statistic, scores.n_scored, scores.n_total)
        elif figure.statistic == "quantile":
            estimate = quantiles.of_values(scores.values, figure.quantile)
        else:
            n = scores.n_scored
            mean = float(scores.values.mean()) if n else None
            m2 = float(((scores.values - mean) ** 2).sum()) if n else None
            estimate = means.of_moments(n, mean, m2, least=scores.least, most=scores.most)
        return Measured(estimate, scores.n_total, scores.n_scored, reason)

    def compared(self, figure: Figure) -> Compared | None:
        if self._baseline is None:
            return None
        if not figure.metric or figure.statistic in COUNTS:
            return self._counts_compared(figure)
        now, before = (self._case_scores(each, figure) for each in (self._evaluation, self._baseline))
        if now is None or before is None:
            return _not_compared(reasons.UNKNOWN_FIGURE(figure=str(figure), valid=", ".join(self._keys)))
        if now.scorers != before.scorers:
            return _not_compared(reasons.OTHER_SCORER(figure=str(figure)))
        if now.reducer != before.reducer:
            return _not_compared(reasons.OTHER_REDUCER(figure=str(figure)))
        cases, first, second = case_scores.paired(now, before, self._same_cases)
        if figure.statistic == "quantile":
            # A difference of quantiles has no interval here: both are shown with the shared cases alone.
            if not first.size:
                return _not_compared(reasons.NO_SHARED_CASES(n=0, least=1))
            left, right = (float(np.quantile(side, figure.quantile)) for side in (first, second))
            return Compared(left, right, Estimate(left - right, int(first.size), quantiles.METHOD), int(first.size))
        found = paired.mean_difference(first - second)
        if not cases.size:
            return _not_compared(reasons.NO_SHARED_CASES(n=0, least=1))
        return Compared(float(first.mean()), float(second.mean()), found, int(cases.size))

    @cached_property
    def _keys(self):
        form = self._evaluation.task.schema_version
        return list(form.questions.order_by("position").values_list("key", flat=True)) if form else []

    @cached_property
    def _same_cases(self):
        return case_scores.same_cases(self._evaluation, self._baseline)

    def _case_scores(self, evaluation, figure):
        """None for a metric that the evaluation does not have, or a threshold that its metric has not."""
        passes = figure.statistic == "pass_share"
        key = (evaluation.pk, figure.metric, passes)
        if key not in self._scores:
            self._scores[key] = _read(evaluation, figure.metric, passes)
        scores = self._scores[key]
        return scores if scores is None or not figure.slice else self._within(evaluation, figure.slice, scores)

    def _within(self, evaluation, chosen, scores):
        """The CaseScores of the slice alone."""
        key = (evaluation.pk, chosen)
        if key not in self._slices:
            self._slices[key] = _cases_of(evaluation, chosen)
        inside = np.isin(scores.cases, self._slices[key])
        return replace(scores, cases=scores.cases[inside], values=scores.values[inside], n_total=len(self._slices[key]))

    def _no_slice(self, figure):
        fields = cases.metadata_fields(self._evaluation.task.dataset_version)
        return reasons.NO_SLICE(slice=figure.slice_text, valid=", ".join(fields) or "-")

    def _counts_compared(self, figure):
        pairs = [self._counted(each, figure) for each in (self._evaluation, self._baseline)]
        if None in pairs:
            return _not_compared(reasons.UNKNOWN_FIGURE(figure=str(figure), valid=", ".join(self._keys)))
        (scored, total), (scored_before, total_before) = pairs
        one, other = _share(figure.statistic, scored, total), _share(figure.statistic, scored_before, total_before)
        if one.value is None or other.value is None:
            return _not_compared(reasons.NOT_SCORED(figure=str(figure)))
        gap = Estimate(one.value - other.value, min(total, total_before), COUNT)
        return Compared(one.value, other.value, gap, min(total, total_before))

    def _counted(self, evaluation, figure):
        if not figure.metric:
            n_total, n_scored = _counts(evaluation)
            return n_scored, n_total
        scores = self._case_scores(evaluation, figure)
        return None if scores is None else (scores.n_scored, scores.n_total)


def _read(evaluation, metric, passes):
    if metric in MEASURES:
        return None if passes else case_scores.of_measure(evaluation, metric)
    question = case_scores.question_of(evaluation, metric)
    if question is None or passes and (question.metric is None or question.metric.pass_at is None):
        return None
    return case_scores.of_metric(evaluation, question, passes=passes)


def _cases_of(evaluation, chosen):
    """The ids of all cases that were to be scored and have these values in their metadata, ascending."""
    values = {
        "task": evaluation.task_id,
        "run": evaluation.run_id,
        "fields": [name for name, _value in chosen],
        "values": [value for _name, value in chosen],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("slice_cases"), values)
        return np.array([row[0] for row in cursor.fetchall()], dtype=np.int64)


def _share(statistic, n_scored, n_total):
    if statistic == "n_scored":
        return Estimate(float(n_scored), n_total, COUNT)
    return proportions.wilson(n_scored if statistic == "scored_share" else n_total - n_scored, n_total)


def _counts(evaluation):
    """(scores that were to be made, those that there are) of all metrics and scorers."""
    found = ScoreSummary.objects.filter(evaluation=evaluation, slice="")
    sums = found.aggregate(total=Sum("n_total"), scored=Sum("n_scored"))
    return sums["total"] or 0, sums["scored"] or 0


def _not_compared(reason):
    return Compared(None, None, Estimate(None, 0, COUNT, reason=NOTHING), 0, reason)

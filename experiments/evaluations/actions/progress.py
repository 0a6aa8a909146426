"""How far evaluations are: outputs through and failed, summaries, cost; for many at once."""

import datetime
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from django.db.models.functions import Now

from annotations.models import Judgement
from experiments.evaluations.actions import runs
from experiments.evaluations.models import ScoreSummary

PACE_SECONDS = 60


@dataclass(frozen=True)
class Pace:
    """`per_minute` scores came in the last PACE_SECONDS; `seconds_left` at that pace, None while there is none."""

    done: int
    total: int
    per_minute: float

    @property
    def seconds_left(self) -> float | None:
        left = self.total - self.done
        return left * 60 / self.per_minute if self.per_minute and left > 0 else None


@dataclass(frozen=True)
class EvaluationProgress:
    """Counts of outputs: `completed` by all scorers, with or without a value, `failed` for one scorer at least.

    `summaries` are those of all outputs, without slices; `cost_usd` is None where a price is unknown.
    """

    total: int
    completed: int
    failed: int
    summaries: tuple
    cost_usd: Decimal | None
    simulated: bool

    @property
    def by_key(self):
        """{key: ScoreSummary}: the question's key, with `:` and the name of the scorer where it has several."""
        n_scorers = defaultdict(int)
        for summary in self.summaries:
            n_scorers[summary.question_id] += 1
        return {
            summary.question.key
            if n_scorers[summary.question_id] == 1
            else f"{summary.question.key}:{summary.annotator.name}": summary
            for summary in self.summaries
        }


def progress_of(*, evaluations):
    """{evaluation's id: EvaluationProgress}; three statements, however many evaluations."""
    pks = [evaluation.pk for evaluation in evaluations]
    found = ScoreSummary.objects.filter(evaluation__in=pks, slice="").select_related("question__metric", "annotator")
    summaries = defaultdict(list)
    for summary in found:
        summaries[summary.evaluation_id].append(summary)
    costs = runs.total_costs(evaluations=evaluations)
    return {
        evaluation.pk: _progress(evaluation, summaries[evaluation.pk], costs[evaluation.pk])
        for evaluation in evaluations
    }


def pace_of(*, evaluation, summaries):
    """The Pace of an evaluation whose ScoreSummaries of all outputs are these; one statement."""
    since = Now() - datetime.timedelta(seconds=PACE_SECONDS)
    recent = Judgement.objects.filter(annotation__task=evaluation.task_id, annotation__submitted_at__gte=since)
    return Pace(
        done=sum(each.n_scored + each.n_failed for each in summaries),
        total=sum(each.n_total for each in summaries),
        per_minute=recent.count() * 60 / PACE_SECONDS,
    )


def _progress(evaluation, summaries, cost):
    through = [summary.n_scored + summary.n_failed for summary in summaries]
    return EvaluationProgress(
        total=evaluation.n_outputs,
        completed=min(through, default=0),
        failed=max((summary.n_failed for summary in summaries), default=0),
        summaries=tuple(summaries),
        cost_usd=cost.usd,
        simulated=cost.simulated,
    )

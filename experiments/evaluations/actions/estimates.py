"""When an evaluation is likely to be through: from how long calls of its models took, and what programs take."""

import datetime

from django.conf import settings
from django.db.models import Avg
from django.utils import timezone

from experiments.evaluations.actions import runs
from reviews.engine.models import LLMAttempt, RunStage

MEASURED_CALLS = 200
OUTPUTS_PER_SECOND = 500  # that a program scores


def completion(*, evaluation):
    """The time, None where no call of one of its models has been measured yet; two statements and one per model."""
    programs = evaluation.scorers.filter(annotator__kind="program").values("annotator").distinct().count()
    seconds = evaluation.n_outputs * programs / OUTPUTS_PER_SECOND
    for run in runs.of_evaluations([evaluation]).prefetch_related("stages"):
        latency_ms = _latency_ms(evaluation, run.stages.all()[0].model)
        if latency_ms is None:
            return None
        at_once = min(settings.LLM_CONCURRENCY, run.rules.max_parallel or settings.LLM_CONCURRENCY)
        seconds += evaluation.n_outputs * latency_ms / 1000 / at_once
    return timezone.now() + datetime.timedelta(seconds=seconds)


def first_result_seconds(*, evaluation):
    """How long the first score is likely to take, at least a second: an answer of the system, then of the slowest
    judge; None where one of them was never measured. Two statements a model."""
    runs_of_it = list(runs.of_evaluations([evaluation]).prefetch_related("stages"))
    found = {run: _latency_ms(evaluation, run.stages.all()[0].model) for run in runs_of_it}
    if None in found.values():
        return None
    judges = [latency for run, latency in found.items() if run.task_id is not None]
    systems = [latency for run, latency in found.items() if run.task_id is None]
    return max((sum(systems) + max(judges, default=0)) / 1000, 1.0)


def _latency_ms(evaluation, model):
    own = RunStage.objects.filter(run__organization=evaluation.organization_id, model=model)
    calls = LLMAttempt.objects.filter(request__stage__in=own, status="ok").order_by("-pk")[:MEASURED_CALLS]
    return LLMAttempt.objects.filter(pk__in=calls.values("pk")).aggregate(mean=Avg("latency_ms"))["mean"]

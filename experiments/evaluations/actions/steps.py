"""Take evaluations further, step by step: items, scores of programs and juries, progress of models, summaries, the end.

A step is a claim with a lease: a worker that dies leaves it to the next sweep, and every part of it may run twice.
"""

import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext_lazy

from annotations.tasks.actions import annotation_tasks
from datasets.models import ModelOutput
from evalhub.events.actions import outbox, webhooks
from evalhub.work.sweep import LeasedSweep
from experiments.evaluations import reasons
from experiments.evaluations.actions import items, jury_scores, online, program_scores, runs, summaries
from experiments.evaluations.actions.progress import progress_of
from experiments.evaluations.models import Evaluation, ScoreSummary
from experiments.evaluations.models.evaluation import COLLECTS, COMPLETED, IS_PAUSED, ONLINE, SINGLE
from reviews.engine.models import EvaluationRun
from reviews.engine.models.evaluation_run import ENDED

PAUSE_SECONDS = 2.0  # between two looks at models that are at work
REST_SECONDS = 600.0  # between two looks at one that waits for outputs to arrive; `hurry` tells of these


def hurry():
    """Make those due whose models have all ended, whatever is left of their pause, and those for which outputs arrived
    or cannot any more; returns how many. One statement.
    """
    own = EvaluationRun.objects.filter(Q(task__evaluation=OuterRef("pk")) | Q(evaluation=OuterRef("pk")))
    # Between two arrivals the models of one that collects have always ended.
    has_ended = Exists(own) & ~Exists(own.exclude(status__in=ENDED)) & ~Q(collection__in=[COLLECTS, IS_PAUSED])
    new = ModelOutput.objects.filter(
        test_case__version=OuterRef("task__dataset_version"), produced=False, pk__gt=OuterRef("collected_to")
    )
    has_news = Q(collection=COLLECTS) & (Exists(new) | Q(task__dataset_version__is_open=False))
    return Evaluation.objects.filter(has_ended | has_news, state="waiting").update(next_attempt_at=Now())


def _work(evaluation, keeper):
    pause = _step(evaluation, keeper)
    if pause is None:
        evaluation.refresh_from_db(fields=["n_outputs"])
        if ScoreSummary.objects.filter(evaluation=evaluation, n_scored__gt=0).exists():
            _end(evaluation, "done", None)
        else:
            is_empty = not evaluation.task.items.exists()
            nothing = reasons.NOTHING_ARRIVED if evaluation.type == ONLINE else reasons.NO_OUTPUTS
            _end(evaluation, "failed", nothing() if is_empty else reasons.NO_SCORES())
    else:
        evaluation.finish(state="waiting", next_attempt_at=Now() + datetime.timedelta(seconds=pause), attempts=0)


def _step(evaluation, keeper):
    """Everything that can be done now; returns the seconds to the next step, None when nothing is left to come."""
    Evaluation.objects.filter(pk=evaluation.pk).update(started_at=Coalesce("started_at", Now()))
    count = items.add(evaluation=evaluation)
    task = evaluation.task
    task.refresh_from_db()
    if count and task.status == "DRAFT":
        evaluation.task = annotation_tasks.set_status(task=task, status="ACTIVE", by=evaluation.created_by)
    is_scored = not count or program_scores.score(evaluation=evaluation, check=keeper.check)
    if evaluation.type == ONLINE:
        online.reopen_runs(evaluation)
    are_over = runs.are_over(evaluation)
    is_scored &= not count or jury_scores.score(evaluation=evaluation, is_over=are_over, check=keeper.check)
    is_over = is_scored and are_over and evaluation.collection not in (COLLECTS, IS_PAUSED)
    if is_over or not online.is_summed_up(evaluation):
        summaries.refresh(evaluation=evaluation, is_over=is_over)
    keeper.check()
    if is_over:
        return None
    return REST_SECONDS if is_scored and are_over else PAUSE_SECONDS


@transaction.atomic
def _end(evaluation, state, error):
    if not evaluation.finish(state=state, error=error):
        return
    if state == "failed":
        runs.cancel(evaluation=evaluation, by=evaluation.created_by)
    _emit(Evaluation.objects.select_related("organization").get(pk=evaluation.pk))


def _emit(evaluation):
    """Write the event of its end, which goes to the organization's webhooks and to the address of its request."""
    progress = progress_of(evaluations=[evaluation])[evaluation.pk]
    completed = "evaluation.completed" if evaluation.type == SINGLE else "batch.completed"
    event = outbox.emit(
        organization=evaluation.organization,
        type=completed if evaluation.status == COMPLETED else "evaluation.failed",
        object=evaluation,
        payload={
            "evaluation_id": str(evaluation.pk),
            "name": evaluation.name,
            "type": evaluation.type,
            "status": evaluation.status,
            "total_items": evaluation.n_outputs,
            "scores": {key: summary.mean for key, summary in progress.by_key.items()},
            "cost_usd": None if progress.cost_usd is None else float(progress.cost_usd),
            "error": evaluation.last_error and evaluation.last_error.english,
        },
    )
    if evaluation.webhook_url:
        webhooks.once(event=event, url=evaluation.webhook_url)


EVALUATIONS = LeasedSweep(
    "evaluations",
    title=gettext_lazy("Evaluations"),
    rows=Evaluation.objects.all,
    work=_work,
    related=("task__dataset_version", "run", "organization"),
    fail=lambda evaluation, reason: _end(evaluation, "failed", reason),
    longest_seconds=None,
)
work_next = EVALUATIONS.next

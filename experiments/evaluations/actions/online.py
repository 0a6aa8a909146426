"""Online evaluation: score what arrives in an open version by a rule, day after day, until it is stopped."""

import datetime

from django.db import connection, transaction
from django.db.models import Count, F, Max, Q, Sum
from django.db.models.functions import Now
from django.utils import timezone

from annotations.models import Annotation, AnnotationTask
from datasets.models import DatasetVersion, ModelOutput
from evalhub.accounts.actions import audit
from evalhub.lib.database import json_field, statements
from evalhub.lib.errors import Conflict
from evalhub.lib.translation import gettext as _
from experiments.evaluations.actions import runs
from experiments.evaluations.models import Evaluation, ScoreSummary
from experiments.evaluations.models.evaluation import COLLECTS, IS_PAUSED, IS_STOPPED, ONLINE
from experiments.evaluations.sampling_rule import SamplingRule
from reviews.engine.models import LLMAttempt, LLMRequest
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.runs.actions import controls

sql = statements.of_feature(__file__)
AT_ONCE = 5_000  # outputs that are looked at in one go
UNPRICED_AT_ONCE = 10  # outputs that are asked about at the same time before one call has shown a price
PENDING = ("waiting", "running", "batched")
CHANGES = {COLLECTS: (IS_PAUSED,), IS_PAUSED: (COLLECTS,), IS_STOPPED: (COLLECTS, IS_PAUSED)}


def newest_output(version):
    """The id of the newest output in a version, 0 where there is none."""
    found = ModelOutput.objects.filter(test_case__version=version, produced=False)
    return found.aggregate(newest=Max("pk"))["newest"] or 0


@transaction.atomic
def set_collection(*, evaluation, collection, by):
    """Pause, go on with what arrives from now on, or stop: what has arrived is still scored, and then it has ended.

    Conflict for one that is not online, has ended, or cannot change in this way. The task is locked before the
    evaluation, as `collect` does.
    """
    if evaluation.type == ONLINE:
        # Collect as far as the limits of the moment let it.
        before = None
        while before != evaluation.collected_to:
            before = evaluation.collected_to
            collect(evaluation=evaluation)
            evaluation.refresh_from_db(fields=["collected_to"])
    locked = Evaluation.objects.select_for_update(of=("self",), no_key=True).get(pk=evaluation.pk)
    if locked.has_ended:
        raise Conflict(_("This evaluation has ended."), code="evaluation_ended")
    if locked.type != ONLINE:
        raise Conflict(_("Only an online evaluation can be paused, resumed or stopped."), code="not_online")
    if locked.collection == collection:
        return evaluation
    if locked.collection not in CHANGES[collection]:
        raise Conflict(_("This evaluation was stopped. Create another one."), code="evaluation_ended")
    changes = {"collection": collection, "next_attempt_at": Now()}
    if collection == COLLECTS:
        changes["collected_to"] = newest_output(locked.task.dataset_version_id)
    Evaluation.objects.filter(pk=locked.pk).update(**changes)
    audit.record(organization=locked.organization, verb=f"evaluation.{collection}", target=locked, by=by)
    return Evaluation.objects.get(pk=locked.pk)


@transaction.atomic
def collect(*, evaluation):
    """Make items of the next outputs that the rule draws; returns how many items there are. Stops by itself where the
    version is closed or the cost cap is reached.

    Ids of outputs of a version grow in the order of their commits, because those who add lock it: none is passed over.
    """
    locked = AnnotationTask.objects.select_for_update(of=("self",), no_key=True)
    task = locked.get(pk=evaluation.task_id)
    evaluation.refresh_from_db(fields=["collection", "collected_to", "state"])
    if evaluation.collection != COLLECTS or evaluation.has_ended:
        return task.total_items
    if evaluation.cost_cap_usd is not None and any(
        runs.is_out_of_money(run) for run in runs.of_evaluations([evaluation])
    ):
        return _stop(evaluation, task)
    rule = SamplingRule.read(evaluation.sampling)
    has_money, room = _room(evaluation, rule)
    with connection.cursor() as cursor:
        values = {"version": task.dataset_version_id, "after": evaluation.collected_to, "limit": AT_ONCE}
        cursor.execute(sql("arrived"), values)
        (newest,) = cursor.fetchone()
    if newest is None:
        is_open = DatasetVersion.objects.filter(pk=task.dataset_version_id, is_open=True).exists()
        return task.total_items if is_open else _stop(evaluation, task)
    if not room:
        return task.total_items
    return task.total_items + _draw(evaluation, task, rule, newest, room, has_money)


def _draw(evaluation, task, rule, newest, room, has_money):
    """Make items of what the rule draws up to `newest`; returns how many."""
    values = {
        "version": task.dataset_version_id,
        "task": task.pk,
        "after": evaluation.collected_to,
        "newest": newest,
        "systems": list(rule.system_ids) or None,
        "metadata": json_field.document(rule.metadata),
        "seed": str(rule.seed),
        "rate": rule.rate,
        "per_day": rule.per_day,
        "has_money": has_money,
        "limit": room,
    }
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '300s'")
        cursor.execute(sql("online_items"), values)
        last, n_drawn, n_errors, n_made = cursor.fetchone()
    if n_made:
        AnnotationTask.objects.filter(pk=task.pk).update(total_items=F("total_items") + n_made)
    Evaluation.objects.filter(pk=evaluation.pk).update(
        collected_to=last if n_drawn == room else newest,
        n_outputs=F("n_outputs") + n_made + n_errors,
        n_left_out=F("n_left_out") + n_drawn - n_errors - n_made,
    )
    return n_made


def _room(evaluation, rule):
    """(whether there is money left today, how many outputs may be drawn now; 0: calls under way have to end first)."""
    if rule.usd_per_day is None or not runs.of_evaluations([evaluation]).exists():
        return True, AT_ONCE
    calls = LLMAttempt.objects.filter(request__run__task=evaluation.task_id).exclude(status=SENT).order_by()
    midnight = timezone.now().astimezone(datetime.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    found = calls.aggregate(
        today=Sum("cost_usd", filter=Q(started_at__gte=midnight)),
        all=Sum("cost_usd"),
        items=Count("request__item", distinct=True),
    )
    left = rule.usd_per_day - float(found["today"] or 0)
    if left <= 0:
        return False, AT_ONCE
    asked = LLMRequest.objects.filter(run__task=evaluation.task_id)
    pending = asked.filter(state__in=PENDING).aggregate(n=Count("item", distinct=True))["n"]
    unasked = evaluation.task.items.count() - asked.aggregate(n=Count("item", distinct=True))["n"]
    most = UNPRICED_AT_ONCE
    if found["items"]:
        each = float(found["all"] or 0) / found["items"]
        most = min(max(int(left / each), 1), AT_ONCE) if each else AT_ONCE
    return True, max(most - pending - unasked, 0)


def _stop(evaluation, task):
    """Collect nothing more; returns how many items there are."""
    Evaluation.objects.filter(pk=evaluation.pk, collection=COLLECTS).update(collection=IS_STOPPED)
    evaluation.collection = IS_STOPPED
    return task.total_items


def reopen_runs(evaluation):
    """Have models go on with new items where all calls about the first ones failed, which ends a run."""
    newest = evaluation.task.items.aggregate(newest=Max("pk"))["newest"] or 0
    for run in runs.of_evaluations([evaluation]).filter(status="failed").prefetch_related("stages"):
        if any(stage.filled_to < newest for stage in run.stages.all()):
            controls.reopen(run)


def is_summed_up(evaluation):
    """Whether the summaries of an online evaluation have all that there is by now; three statements at most."""
    if evaluation.type != ONLINE or not runs.are_over(evaluation):
        return False
    n_outputs = Evaluation.objects.values_list("n_outputs", flat=True).get(pk=evaluation.pk)
    newest = Annotation.objects.filter(task=evaluation.task_id).aggregate(newest=Max("pk"))["newest"] or 0
    found = ScoreSummary.objects.filter(evaluation=evaluation, slice="")
    states = [(each.n_scored + each.n_failed, each.high_water) for each in found]
    return bool(states) and all(state == (n_outputs, newest) for state in states)

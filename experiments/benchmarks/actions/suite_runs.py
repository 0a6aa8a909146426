"""Start systems on suites, and pause, cancel or retry what was started."""

import json
from decimal import Decimal

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from datasets.actions.systems import SystemIds
from datasets.row_errors import shown
from evalhub.accounts.actions import audit
from evalhub.lib.egress import addresses
from evalhub.lib.errors import Conflict, InvalidInput
from experiments.benchmarks import plan
from experiments.benchmarks.models import SuiteRun, SuiteRunTask
from experiments.benchmarks.models.suite_run import MOST_CALLS, MOST_WORKERS
from experiments.benchmarks.models.suite_run_task import CANCELLED, FAILED, RUNNING, SKIPPED, WAITING
from experiments.evaluations.actions import evaluations
from reviews.scorers.model_checks import check_model, check_parameters

WORKERS, CALLS = 3, 16


def start(
    *, suite, model, tasks=None, parallelism=WORKERS, calls=CALLS, cost_cap_usd=None, webhook_url="", by
) -> SuiteRun:
    """Plan a run of `model` {"name", "version", "provider", "config"} on a suite; a worker takes it further.

    `tasks` are keys; what they need comes with them. InvalidInput names what is wrong, InvalidPlan a task that makes
    more calls at once than `calls`.
    """
    chosen = _chosen(list(suite.tasks.all()), tasks)
    parallelism = _whole("parallelism", parallelism, MOST_WORKERS)
    calls = _whole("calls", calls, MOST_CALLS)
    planned = plan.plan([task.planned for task in chosen], workers=parallelism, calls=calls)
    webhook_url = addresses.check(webhook_url) if webhook_url else ""  # a look-up: before anything is locked
    with transaction.atomic():
        run = SuiteRun.objects.create(
            organization=suite.organization,
            suite=suite,
            system_id=_system(model, suite.organization),
            parallelism=parallelism,
            calls=calls,
            plan=planned.as_json(),
            cost_cap_usd=None if cost_cap_usd is None else Decimal(str(cost_cap_usd)),
            webhook_url=webhook_url,
            created_by=getattr(by, "user", by),
        )
        SuiteRunTask.objects.bulk_create(SuiteRunTask(run=run, task=task) for task in chosen)
        audit.record(organization=suite.organization, verb="suite_run.started", target=run, by=by)
    return run


@transaction.atomic
def set_paused(*, run, is_paused, by):
    """Start no more tasks, or go on; tasks that are at work go on either way."""
    run = _open(run)
    SuiteRun.objects.filter(pk=run.pk).update(is_paused=is_paused, next_attempt_at=None)
    audit.record(
        organization=run.organization, verb="suite_run.paused" if is_paused else "suite_run.resumed", target=run, by=by
    )


@transaction.atomic
def cancel(*, run, by):
    """End the run and the evaluations of its tasks that are at work; what is completed is kept."""
    run = _open(run)
    for row in run.tasks.filter(state=RUNNING).select_related("evaluation"):
        if not row.evaluation.has_ended:
            evaluations.cancel(evaluation=row.evaluation, by=by)
    run.tasks.filter(state__in=[WAITING, RUNNING]).update(state=CANCELLED, finished_at=Now())
    SuiteRun.objects.filter(pk=run.pk).update(state="cancelled", lease_until=None, finished_at=Now())
    audit.record(organization=run.organization, verb="suite_run.cancelled", target=run, by=by)


@transaction.atomic
def retry(*, run, by):
    """Try the tasks again that have failed, were skipped or cancelled; Conflict where there is none."""
    run = SuiteRun.objects.select_for_update(of=("self",), no_key=True).get(pk=run.pk)
    again = run.tasks.filter(state__in=[FAILED, SKIPPED, CANCELLED])
    if not again.update(state=WAITING, reason=None, evaluation=None, started_at=None, finished_at=None):
        raise Conflict(_("No task of this run has failed or was skipped."), code="nothing_to_retry")
    if run.has_ended:
        SuiteRun.objects.filter(pk=run.pk).update(state="waiting", attempts=0, finished_at=None, next_attempt_at=None)
    audit.record(organization=run.organization, verb="suite_run.retried", target=run, by=by)


def _open(run):
    run = SuiteRun.objects.select_for_update(of=("self",), no_key=True).get(pk=run.pk)
    if run.has_ended:
        raise Conflict(_("The run has ended."), code="run_ended")
    return run


def _chosen(tasks, keys):
    """The tasks of these keys with all that they need, in the order of the suite."""
    if keys is None:
        return tasks
    by_key = {task.key: task for task in tasks}
    unknown = [key for key in keys if key not in by_key]
    if unknown or not keys:
        words = _("tasks is %(met)s. Valid: keys of the suite: %(valid)s.")
        met = shown(unknown[0]) if unknown else "[]"
        raise InvalidInput(words % {"met": met, "valid": ", ".join(by_key)}, details={"valid": list(by_key)})
    found, left = set(), list(keys)
    while left:
        key = left.pop()
        if key not in found:
            found.add(key)
            left += by_key[key].needs
    return [task for task in tasks if task.key in found]


def _system(model, organization):
    """The id of the System that a model is; its prompts are those of the tasks."""
    name = check_model(model.get("name", ""), field="model.name")
    parameters = model.get("config") or {}
    check_parameters(parameters, place="model.config")
    text = json.dumps(parameters, ensure_ascii=False, separators=(",", ":"), sort_keys=True) if parameters else ""
    known = {
        "model": name,
        "model_version": model.get("version") or "",
        "provider": model.get("provider") or "",
        "parameters": text,
    }
    described = tuple((field, value) for field, value in known.items() if value)
    return SystemIds(organization.pk).of(name, described)


def _whole(name, value, most):
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
        return value
    words = _("%(name)s is %(met)s. Valid: a whole number from 1 to %(most)s.")
    raise InvalidInput(words % {"name": name, "met": shown(value), "most": f"{most:,}"})

"""Take suite runs further: end tasks whose evaluations have ended, skip what needs a failed one, start what may.

A look is a claim with a lease: a worker that dies leaves the run to the next sweep, and a look may be repeated. The
evaluation of a task is made in the transaction that notes it, so none is lost or made twice.
"""

import datetime
from decimal import ROUND_FLOOR, Decimal

from django.db import transaction
from django.db.models.functions import Coalesce, Now
from django.utils import timezone
from django.utils.translation import gettext_lazy

from evalhub.events.actions import outbox, webhooks
from evalhub.lib import reasons as all_reasons
from evalhub.lib.charts import numbers
from evalhub.lib.errors import EvalHubError
from evalhub.lib.leases import LeaseLost
from evalhub.work.sweep import LeasedSweep
from experiments.benchmarks import plan, reasons
from experiments.benchmarks.actions import boards, figures
from experiments.benchmarks.models import SuiteRun
from experiments.benchmarks.models.suite_run_task import COMPLETED, FAILED, RUNNING, SKIPPED, WAITING
from experiments.evaluations.actions import evaluations, runs
from experiments.evaluations.models import Evaluation
from experiments.evaluations.models.evaluation import BENCHMARK

PAUSE_SECONDS = 2.0  # between two looks at evaluations that are at work


def _look(run, keeper):
    if advance(run):
        _end(run)
    else:
        run.finish(state="waiting", next_attempt_at=Now() + datetime.timedelta(seconds=PAUSE_SECONDS), attempts=0)


def advance(run):
    """Do what can be done now; whether every task has ended. Statements grow with the tasks that change."""
    SuiteRun.objects.filter(pk=run.pk).update(started_at=Coalesce("started_at", Now()))
    rows = {row.task.key: row for row in run.tasks.select_related("task__dataset_version", "evaluation")}
    planned = [row.task.planned for row in rows.values()]
    ended = [row for row in rows.values() if row.state == RUNNING and _conclude(row)]
    failed = {key for key, row in rows.items() if row.has_ended and row.state != COMPLETED}
    for key in plan.followers(planned, failed):
        if rows[key].state == WAITING:
            needs = [rows[need].task.title for need in rows[key].task.needs if rows[need].state != COMPLETED]
            _set(rows[key], SKIPPED, reasons.NEED_FAILED(tasks=", ".join(needs)))
            ended.append(rows[key])
    if not run.is_paused:
        _start_ready(run, rows, planned)
    return all(row.has_ended for row in rows.values())


def _start_ready(run, rows, planned):
    """Start what needs nothing more, longest remaining path first, while workers and calls are free."""
    waiting = [row for row in rows.values() if row.state == WAITING]
    left = _money_left(run, rows)
    if left is not None and left <= 0:
        for row in waiting:
            _set(row, SKIPPED, reasons.COST_CAP(cap=numbers.usd(run.cost_cap_usd)))
        return
    paths = plan.longest_paths(planned)
    free = run.parallelism - sum(row.state == RUNNING for row in rows.values())
    calls = run.calls - sum(row.task.calls for row in rows.values() if row.state == RUNNING)
    shares = _shares(left, waiting)
    ready = [row for row in waiting if all(rows[key].state == COMPLETED for key in row.task.needs)]
    for row in sorted(ready, key=lambda row: (-paths[row.task.key], row.task.position)):
        if free and row.task.calls <= calls and _start(run, row, shares[row.pk]):
            free, calls = free - 1, calls - row.task.calls


def _money_left(run, rows):
    """What the cap leaves besides all that was spent and may be spent by tasks that run, None without a cap.

    Tries of a task that a retry has replaced count too; calls of unknown price count for nothing.
    """
    if run.cost_cap_usd is None:
        return None
    begun = Evaluation.objects.filter(organization=run.organization, type=BENCHMARK, metadata__suite_run=str(run.pk))
    spent = {pk: cost.usd or 0 for pk, cost in runs.total_costs(evaluations=begun).items()}
    for row in rows.values():
        if row.state == RUNNING:
            spent[row.evaluation_id] = max(spent[row.evaluation_id], row.evaluation.cost_cap_usd)
    return run.cost_cap_usd - sum(spent.values())


def _shares(left, waiting):
    """{row's id: what its task may spend}: what is left, shared out by cases, so that all together keep to the cap."""
    if left is None:
        return dict.fromkeys([row.pk for row in waiting])
    cases = {row.pk: row.task.dataset_version.row_count for row in waiting}
    whole = Decimal(sum(cases.values()) or 1)
    return {pk: (left * n / whole).quantize(Decimal("1e-10"), ROUND_FLOOR) for pk, n in cases.items()}


def _start(run, row, most_usd):
    """Make the task's evaluation; False where it is refused, with the reason on the task."""
    task, system = row.task, run.system
    try:
        with transaction.atomic():
            if not run.mine().select_for_update(of=("self",), no_key=True):
                raise LeaseLost
            row.evaluation = evaluations.create_batch(
                dataset_version=task.dataset_version,
                metrics=task.metrics,
                judges=[task.judge] if task.judge else [],
                name=f"{task.title} · {run.suite} · {system}",
                system={
                    "name": system.name,
                    "model": system.model,
                    "prompt": task.prompt,
                    "parameters": system.parameters,
                },
                parallelism=task.calls,
                cost_cap_usd=most_usd,
                metadata={"suite_run": str(run.pk), "benchmark_task": task.key},
                type=BENCHMARK,
                by=run.created_by,
            )
            row.tries += 1
            row.state, row.started_at, row.finished_at = RUNNING, timezone.now(), None
            row.save(update_fields=["evaluation", "tries", "state", "started_at", "finished_at"])
    except EvalHubError as error:
        row.evaluation = None
        _set(row, FAILED, reasons.NOT_STARTED(why=all_reasons.of(error.message)))
        return False
    return True


def _conclude(row):
    """End a task whose evaluation has ended or takes too long; whether it has."""
    task, evaluation = row.task, row.evaluation
    if not evaluation.has_ended:
        age = (timezone.now() - row.started_at).total_seconds()
        if task.timeout_seconds is None or age <= task.timeout_seconds:
            return False
        evaluations.cancel(evaluation=evaluation, by=evaluation.created_by)
        _set(row, FAILED, reasons.TIMEOUT(seconds=f"{task.timeout_seconds:g}"))
        return True
    found = figures.of_rows([row])[row.pk]
    if not found.n_scored:
        why = evaluation.last_error or all_reasons.of("")
        _set(row, FAILED, reasons.NO_SCORE(why=why) if why else reasons.RUN_CANCELLED())
    elif found.n_scored < task.min_coverage * found.n_total:
        least = numbers.share(task.min_coverage)
        _set(row, FAILED, reasons.LOW_COVERAGE(scored=found.n_scored, total=found.n_total, least=least))
    else:
        _set(row, COMPLETED, None)
    return True


def _set(row, state, reason):
    row.state, row.reason, row.finished_at = state, reason, timezone.now()
    row.save(update_fields=["state", "reason", "finished_at"])


@transaction.atomic
def _end(run):
    """Completed with any completed task, else failed; told to whoever wants to hear of it."""
    is_done = run.tasks.filter(state=COMPLETED).exists()
    if not run.finish(state="done" if is_done else "failed"):
        return
    run.refresh_from_db(fields=["state", "finished_at"])
    board = boards.board_of(run)
    payload = {
        "run_id": str(run.pk),
        "suite_id": str(run.suite_id),
        "suite": str(run.suite),
        "system": run.system.name,
        "status": run.status,
        "overall_score": board.overall_score,
        "aggregation": board.score.aggregation,
        "completed_tasks": board.count(COMPLETED),
        "total_tasks": len(board.tasks),
    }
    event = outbox.emit(organization=run.organization, type="suite_run.completed", object=run, payload=payload)
    if run.webhook_url:
        webhooks.once(event=event, url=run.webhook_url)


@transaction.atomic
def _fail(run, reason):
    """End a run that cannot be looked at, with the tasks that it still has."""
    for row in run.tasks.filter(state__in=[WAITING, RUNNING]).select_related("evaluation"):
        if row.state == RUNNING and not row.evaluation.has_ended:
            evaluations.cancel(evaluation=row.evaluation, by=row.evaluation.created_by)
        _set(row, FAILED, reason)
    _end(run)


SUITE_RUNS = LeasedSweep(
    "suite_runs",
    title=gettext_lazy("Benchmark runs"),
    rows=SuiteRun.objects.all,
    work=_look,
    related=("suite", "system", "organization", "created_by"),
    fail=_fail,
)
work_next = SUITE_RUNS.next

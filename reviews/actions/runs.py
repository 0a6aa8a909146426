"""Ask a machine annotator to judge a task's items, and say how far it is."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection, transaction
from django.db.models import Count, Q, Sum

from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.models import EvaluationRun, LLMAttempt


@transaction.atomic
def start(*, task, annotator, by):
    """Add a machine annotator to a task; its requests begin once the task is active. Safe to repeat."""
    if annotator.organization_id != task.organization_id:
        raise NotFound("There is no such annotator.")
    if annotator.kind == "human":
        raise InvalidInput(f"{annotator.name} is a person. Valid: a language-model annotator.", code="not_a_machine")
    run, is_new = EvaluationRun.objects.get_or_create(
        task=task, annotator=annotator, defaults={"organization": task.organization, "created_by": by}
    )
    if is_new:
        audit.record(organization=task.organization, verb="run.started", target=run,
                     details={"annotator": annotator.name}, by=by)
    request_items(run=run)
    return run


@transaction.atomic
def set_state(*, run, desired_state, by):
    """Run, pause or cancel; what is being asked at this moment still comes in."""
    if desired_state not in ("run", "pause", "cancel"):
        raise InvalidInput(f"desired_state is {desired_state!r}. Valid: run, pause, cancel.", code="unknown_state")
    if run.desired_state == "cancel" and desired_state != "cancel":
        raise Conflict("This run was cancelled; start another annotator instead.", code="cancelled")
    EvaluationRun.objects.filter(pk=run.pk).update(desired_state=desired_state)
    if desired_state == "cancel":
        run.requests.filter(state="waiting").update(state="cancelled")
    audit.record(organization=run.organization, verb=f"run.{desired_state}", target=run, by=by)
    run.desired_state = desired_state
    return run


def request_items(*, run):
    """One waiting request for every item that has none, in one statement; nothing until the task is active."""
    if run.task.status != "ACTIVE" or run.task.preparation != "READY" or run.desired_state != "run":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO reviews_llmrequest
                (run_id, item_id, request_version, state, attempts, lease_owner, last_error, error_class,
                 error_message, created_at)
            SELECT %s, i.id, 1, 'waiting', 0, '', '', '', '', now()
            FROM annotations_taskitem i
            WHERE i.task_id = %s AND i.closed_reason = ''
            ON CONFLICT (run_id, item_id, request_version) DO NOTHING
            """,
            [run.pk, run.task_id],
        )
        return cursor.rowcount


def retry_failed(*, run, by):
    """Put terminal errors back in the line with fresh attempts; returns how many."""
    fresh = {"state": "waiting", "attempts": 0, "next_attempt_at": None, "error_class": "", "error_message": "",
             "finished_at": None}
    count = run.requests.filter(state="failed").update(**fresh)
    audit.record(organization=run.organization, verb="run.retried", target=run, details={"requests": count}, by=by)
    return count


@dataclass(frozen=True)
class RunProgress:
    """Requests by how they stand, and what was spent; `cost_usd` is None while no call has a known price."""

    total: int
    done: int
    failed: int
    waiting: int
    running: int
    cancelled: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: Decimal | None
    unpriced_calls: int

    @property
    def is_finished(self):
        return self.waiting == 0 and self.running == 0


def progress_of(run):
    """Counted from the ledger; two statements."""
    states = {row["state"]: row["n"] for row in run.requests.order_by().values("state").annotate(n=Count("pk"))}
    spent = LLMAttempt.objects.filter(request__run=run).aggregate(
        prompt=Sum("prompt_tokens"), completion=Sum("completion_tokens"), cost=Sum("cost_usd"),
        unpriced=Count("pk", filter=~Q(cost_status="priced")),
    )
    return RunProgress(
        total=sum(states.values()), done=states.get("done", 0), failed=states.get("failed", 0),
        waiting=states.get("waiting", 0), running=states.get("running", 0), cancelled=states.get("cancelled", 0),
        prompt_tokens=spent["prompt"] or 0, completion_tokens=spent["completion"] or 0, cost_usd=spent["cost"],
        unpriced_calls=spent["unpriced"],
    )


def due():
    """Runs that may have requests to send now."""
    return EvaluationRun.objects.filter(desired_state="run", task__status="ACTIVE", annotator__status="active")

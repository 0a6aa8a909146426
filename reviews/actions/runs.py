"""Ask a machine annotator to judge a task's items: start, pause, cancel, try again."""

from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.models import EvaluationRun, LLMRequest
from reviews.models.evaluation_run import DESIRED_STATES

ITEMS_AT_ONCE = 5000
AFRESH = {"state": "waiting", "attempts": 0, "next_attempt_at": None, "last_error": "", "error_class": "",
          "error_message": "", "finished_at": None}


@transaction.atomic
def start(*, task, annotator, by):
    """Add a machine annotator to a task; its requests begin once the task is active. Safe to repeat.

    A run that was cancelled goes on where it stood.
    """
    if annotator.organization_id != task.organization_id:
        raise NotFound("There is no such annotator.")
    if annotator.kind != "llm":
        words = _("%(name)s is not a language model. Valid: an annotator made from a model.")
        raise InvalidInput(words % {"name": annotator.name}, code="not_a_model")
    run, is_new = EvaluationRun.objects.get_or_create(
        task=task, annotator=annotator, defaults={"organization": task.organization, "created_by": by}
    )
    if is_new:
        audit.record(organization=task.organization, verb="run.started", target=run,
                     details={"annotator": annotator.name}, by=by)
    elif run.desired_state == "cancel":
        run = _change(run, "run")
        run.requests.filter(state="cancelled").update(**AFRESH)
        audit.record(organization=task.organization, verb="run.restarted", target=run, by=by)
    request_items(run=run)
    return run


@transaction.atomic
def set_state(*, run, desired_state, by):
    """Run, pause or cancel; what is being asked at this moment still comes in. Running again ends a hold."""
    if desired_state not in DESIRED_STATES:
        raise InvalidInput(f"desired_state is {str(desired_state)[:40]!r}. Valid: {', '.join(DESIRED_STATES)}.",
                           code="unknown_state")
    stands = EvaluationRun.objects.select_for_update(of=("self",)).get(pk=run.pk).desired_state
    if stands == "cancel" and desired_state != "cancel":
        raise Conflict(_("This run was cancelled. Add the model to the task again to go on."), code="cancelled")
    run = _change(run, desired_state)
    if desired_state == "cancel":
        end_cancelled()
    if stands != desired_state:
        audit.record(organization=run.organization, verb=f"run.{desired_state}", target=run, by=by)
    return run


def request_items(*, run):
    """One waiting request for each of the next items that have none; nothing until the task is active.

    Returns how many were made: `ITEMS_AT_ONCE` means that more are left. Items get their ids in the order they are
    drawn, so those without a request lie behind the last one that has one; one statement on two indexes.
    """
    if run.task.status != "ACTIVE" or run.task.preparation != "READY" or run.desired_state != "run":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO reviews_llmrequest
                (run_id, item_id, request_version, state, attempts, lease_owner, last_error, error_class,
                 error_message, created_at)
            SELECT %(run)s, i.id, 1, 'waiting', 0, '', '', '', '', now()
            FROM annotations_taskitem i
            WHERE i.task_id = %(task)s
              AND i.id > coalesce((SELECT max(item_id) FROM reviews_llmrequest WHERE run_id = %(run)s), 0)
            ORDER BY i.id LIMIT %(limit)s
            ON CONFLICT (run_id, item_id, request_version) DO NOTHING
            """,
            {"run": run.pk, "task": run.task_id, "limit": ITEMS_AT_ONCE},
        )
        return cursor.rowcount


def end_cancelled():
    """End the requests of cancelled runs that nobody works on; returns how many."""
    left = LLMRequest.objects.filter(run__desired_state="cancel").unattended()
    return left.update(state="cancelled", lease_until=None, finished_at=Now())


@transaction.atomic
def retry_failed(*, run, by):
    """Put terminal errors back in the line with fresh attempts; returns how many."""
    if EvaluationRun.objects.filter(pk=run.pk, desired_state="cancel").exists():
        raise Conflict(_("This run was cancelled. Add the model to the task again to go on."), code="cancelled")
    count = run.requests.filter(state="failed").update(**AFRESH)
    if count:
        audit.record(organization=run.organization, verb="run.retried", target=run, details={"requests": count}, by=by)
    return count


def _change(run, desired_state):
    changes = {"desired_state": desired_state, "held_until": None, "held_reason": ""}
    EvaluationRun.objects.filter(pk=run.pk).update(**changes)
    for name, value in changes.items():
        setattr(run, name, value)
    return run

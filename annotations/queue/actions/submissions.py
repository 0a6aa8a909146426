"""Store a finished judgement: the one door for people, language models and programs alike."""

import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from annotations.queue.actions import answer_rows, claims, drafts, suggestions, validation
from annotations.queue.actions.claims import BLOCKED, CAP_REACHED, NOT_ELIGIBLE
from annotations.queue.actions.evidence import store_evidence
from annotations.queue.actions.justifications import AnswerNote
from annotations.queue.actions.validation import MAX_TIME_SECONDS, Submission
from annotations.queue.models import Annotation, Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions import history
from annotations.tasks.models import AnnotationTask, SchemaVersion, TaskItem
from evalhub.lib.database.joined import Joined, link
from evalhub.lib.database.joined import unsaved as new_row
from evalhub.lib.errors import Conflict, Gone, NotFound

__all__ = [
    "AnswerNote",
    "MAX_TIME_SECONDS",
    "Stored",
    "Submission",
    "check_open",
    "item_number",
    "lock_item",
    "replay",
    "submit",
    "unsaved",
]

LOCKED = Joined(
    """
    SELECT {columns} FROM annotations_taskitem i JOIN annotations_annotationtask t ON t.id = i.task_id
    WHERE i.id = %s AND i.task_id = %s FOR UPDATE OF i
    """,
    i=TaskItem,
    t=AnnotationTask,
)
REFUSED = {
    BLOCKED: "An admin has blocked your work here; you are given no new item.",
    NOT_ELIGIBLE: "This task is for other teams, skills or languages than yours; ask an admin to change that.",
    CAP_REACHED: "You have all the items that this task gives one person.",
}
SLOT_FREE_ORIGINS = ("llm", "audit", "import")


@dataclass(frozen=True)
class Stored:
    """The stored annotation, and whether it was there already; `next_item_id` as `answer_rows.Found` tells it."""

    annotation: Annotation
    item: TaskItem
    replayed: bool
    next_item_id: int | None = None


class _AnsweredBefore(Exception):
    """The lock showed that this annotator's answer is stored already."""


def submit(*, item_id, task, annotator, submission):
    """Store one annotation in one transaction; RELIABILITY rules of the flow apply.

    Locks the item, then the assignment. Raises NotFound (item not in task), InvalidInput (answers, reasons, quotes),
    Conflict: `not_active`, `already_answered`, `idempotency_conflict`, `lease_taken_over`, `slot_taken` (the answers
    are then kept as a late draft), `stale_revision`. The same submission id with the same body answers the same again.
    """
    item_id = item_number(item_id)
    checked = validation.check(item_id=item_id, task=task, submission=submission)
    annotation = unsaved(
        item_id, task, annotator, submission, checked.form, exposure=_exposure(task, item_id, submission)
    )
    judgements = checked.judgements()
    try:
        found = _store_on_lease(annotation, judgements, submission, checked)
        late = found is None and not _store_in_steps(annotation, judgements, task, submission, checked)
    except _AnsweredBefore:
        return _answered_before(item_id, task, annotator, submission)
    except IntegrityError as error:
        if "submission_id" not in str(error) and "annotation_one_current" not in str(error):
            raise
        return _answered_before(item_id, task, annotator, submission)
    if late:
        raise Conflict(
            "The lease ran out and others have filled this item. Your answer is kept as late; a manager may count it.",
            code="slot_taken",
            details={"kept_as": "late"},
        )
    next_item_id = found.next_item_id if found is not None else None
    return Stored(annotation=annotation, item=annotation.item, replayed=False, next_item_id=next_item_id)


def _exposure(task, item_id, submission):
    """None is found out by the statement that stores it."""
    if submission.is_by_person and submission.exposure == "blind":
        return "saw_machine" if suggestions.are_shown(task=task, item_id=item_id) else None
    return submission.exposure


def unsaved(item_id, task, annotator, submission, form, *, exposure):
    """The Annotation that a submission becomes."""
    annotation = new_row(
        Annotation,
        task_id=task.pk,
        item_id=item_id,
        annotator_id=annotator.pk,
        schema_version_id=form.schema_version_id,
        round=submission.round,
        submission_id=submission.submission_id or uuid.uuid4(),
        body_hash=submission.body_hash(),
        origin=submission.origin,
        exposure=exposure,
        time_spent_seconds=submission.time_spent_seconds,
        flagged=submission.flagged,
        flag_reason=submission.flag_reason,
    )
    link(annotation, annotator=annotator)
    return annotation


def _store_on_lease(annotation, judgements, submission, checked):
    """The usual answer, by the holder of a lease to a form in use: one statement, which is its own transaction.

    None: it is not that simple, and nothing was written.
    """
    is_usual = submission.revises is None and submission.origin not in SLOT_FREE_ORIGINS and checked.form.frozen
    if not is_usual or checked.matches:
        return None
    found = _end_lease(annotation, judgements, submission)
    return found if found.is_stored else None


@transaction.atomic
def _store_in_steps(annotation, judgements, task, submission, checked):
    """Any answer. False: it came too late and is kept as a draft."""
    verb, placed = "submitted", True
    is_audit = submission.origin == "audit"
    if submission.revises is not None:
        verb = "revised"
        item = lock_item(task, annotation.item_id, is_audit=is_audit)
        previous = _supersede(item, annotation.annotator, submission)
        annotation.assignment_id, annotation.origin = previous.assignment_id, previous.origin
        annotation.revision = previous.revision + 1
        annotation.exposure = previous.exposure if previous.exposure != "blind" else annotation.exposure
    elif submission.origin in SLOT_FREE_ORIGINS:
        lock_item(task, annotation.item_id, is_audit=is_audit)
    else:
        claims.lock_capped(task, annotation.annotator)
        found = _end_lease(annotation, judgements, submission)
        placed = not found.is_stored
        if placed:
            annotation.assignment_id = _without_lease(found, task, annotation, submission, checked)
            if annotation.assignment_id is None:
                return False
    if placed:
        answer_rows.insert(annotation=annotation, judgements=list(judgements.values()), verb=verb, placed=True)
    if checked.matches:
        store_evidence(judgements=judgements, matches=checked.matches)
    if not checked.form.frozen:
        SchemaVersion.objects.filter(pk=checked.form.schema_version_id, frozen_at=None).update(frozen_at=Now())
    return True


def lock_item(task, item_id, *, is_audit=False):
    """The item, locked first as everywhere; NotFound for items of other tasks, Conflict when nothing is accepted.

    An audit may come when the task is completed: it takes no place.
    """
    found = LOCKED.first(item_number(item_id), task.pk)
    if found is None:
        raise NotFound("There is no such item in this task.")
    item, item.task = found
    if not is_audit:
        check_open(item.task.status)
    return item


def item_number(item_id):
    try:
        number = int(item_id)
    except (TypeError, ValueError):
        number = 0
    if not 0 < number < 2**63:
        raise NotFound("There is no such item in this task.")
    return number


def check_open(status):
    """Conflict unless answers to a task of this status are accepted."""
    if status not in ("ACTIVE", "PAUSED"):
        raise Conflict(f"The task is {status}; it takes no answers.", code="not_active")


def _end_lease(annotation, judgements, submission):
    """What `answer_rows.insert` found; the answer is stored when there was a lease to end."""
    found = answer_rows.insert(
        annotation=annotation, judgements=list(judgements.values()), verb="submitted", token=submission.token()
    )
    if found is None:
        raise NotFound("There is no such item in this task.")
    check_open(found.status)
    return found


def _without_lease(found, task, annotation, submission, checked):
    """The id of an assignment on a free place; None when the answer came too late and is kept as a draft."""
    item, status, annotator = found.item, found.status, annotation.annotator
    mine = Assignment.objects.filter(item=item, annotator=annotator, round=1)
    held = mine.select_for_update().first()
    if held is not None and held.state == "submitted":
        raise _AnsweredBefore
    if held is not None and held.state in SLOT_STATES:
        raise Conflict("This item is open in another tab or program; its lease token differs.", code="lease_taken_over")
    if status != "ACTIVE":
        raise Conflict(f"The task is {status}; it takes no new answers.", code="not_active")
    stopped = claims.why_stopped(task=task, annotator=annotator) if held is None else ""
    if stopped in REFUSED:
        raise Conflict(REFUSED[stopped], code=stopped)
    if item.open_slots > 0 and not item.closed_reason:
        TaskItem.objects.filter(pk=item.pk).update(open_slots=item.open_slots - 1)
        assignment, _ = Assignment.objects.update_or_create(
            item=item,
            annotator=annotator,
            round=1,
            defaults={"task": task, "state": "submitted", "ended_at": Now(), "reason": ""},
        )
        return assignment.pk
    if held is None:
        raise Conflict("This item has all the answers it needs. Ask for the next one.", code="slot_taken")
    Assignment.objects.filter(pk=held.pk).update(state="late", ended_at=Now())
    drafts.keep_late(assignment=held, annotation=annotation, answers=checked.answers, notes=checked.notes)
    history.note(task=task, item=item, actor=annotator, verb="late")
    return None


def _supersede(item, annotator, submission):
    """Supersede the caller's current annotation, of which they must have seen the newest revision."""
    standing = Annotation.objects.standing().filter(item=item, annotator=annotator)
    current = standing.filter(round=submission.round).first()
    if current is None:
        raise NotFound("There is no answer of yours on this item to revise.")
    if current.revision != submission.revises:
        raise Conflict(
            f"Your answer is at revision {current.revision}, not {submission.revises}. Read it again first.",
            code="stale_revision",
            details={"revision": current.revision},
        )
    Annotation.objects.filter(pk=current.pk).update(superseded_at=Now())
    return current


def _answered_before(item_id, task, annotator, submission):
    """What a repeated or a second answer gets: the stored one again, or why not."""
    found = None
    if submission.submission_id is not None:
        same = Annotation.objects.select_related("item").filter(submission_id=submission.submission_id)
        found = same.first()
    if found is not None:
        return replay(found=found, item_id=item_id, task=task, annotator=annotator, submission=submission)
    standing = Annotation.objects.standing().filter(item_id=item_id, annotator=annotator)
    current = standing.filter(round=submission.round).first()
    raise Conflict(
        "You have answered this item. To correct it, send the revision you saw as If-Match.",
        code="already_answered",
        details={"revision": current.revision if current else 1},
    )


def replay(*, found, item_id, task, annotator, submission):
    """What a submission gets whose id is that of a stored annotation: the same again, or Gone or Conflict."""
    repeated = (
        found.task_id == task.pk
        and str(found.item_id) == str(item_id)
        and found.annotator_id == annotator.pk
        and found.body_hash == submission.body_hash()
    )
    if repeated and found.withdrawn_at is None:
        return Stored(annotation=found, item=found.item, replayed=True)
    if repeated:
        raise Gone("This answer was stored and then withdrawn. Send it under a new submission id.", code="withdrawn")
    raise Conflict("This submission id was used for another answer. Send a new one.", code="idempotency_conflict")

"""Store a finished judgement: the one door for people, language models and programs alike."""

import hashlib
import uuid
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from annotations import schema
from annotations.actions import answer_rows, forms, history
from annotations.actions.evidence import store_evidence
from annotations.labels import registry
from annotations.models import Annotation, Assignment, Draft, Judgement, SchemaVersion, TaskItem
from evalhub.lib import strict_json
from evalhub.lib.errors import Conflict, Gone, InvalidInput, NotFound

SLOT_FREE_ORIGINS = ("llm", "audit", "import")
MAX_TIME_SECONDS = 86_400 * 7


@dataclass(frozen=True)
class Remark:
    """What stands beside one answer: why, how sure, which quotes, or that the annotator abstained."""

    justification: str = ""
    confidence: float | None = None
    quotes: tuple = ()
    abstained: bool = False


@dataclass(frozen=True)
class Submission:
    """What an annotator hands in for one item. `answers` maps question keys to values, as the form declares them."""

    answers: dict
    submission_id: uuid.UUID | None = None
    lease_token: str | None = None
    origin: str = "api"
    exposure: str = "blind"
    time_spent_seconds: float | None = None
    flagged: bool = False
    flag_reason: str = ""
    remarks: dict = field(default_factory=dict)
    revises: int | None = None
    partial: bool = False

    def body_hash(self):
        """Tells a repeated body from another one under the same submission id."""
        body = [self.answers, self.flagged, self.flag_reason, self.revises]
        return hashlib.sha256(strict_json.dumps(body).encode()).hexdigest()


@dataclass(frozen=True)
class Stored:
    """The stored annotation, and whether it was there already."""

    annotation: Annotation
    item: TaskItem
    replayed: bool


class _AnsweredBefore(Exception):
    """The lock showed that this annotator's answer is stored already."""


def submit(*, item_id, task, annotator, submission):
    """Store one annotation in one transaction; RELIABILITY rules of the flow apply.

    Locks the item, then the assignment. Raises NotFound (item not in task), InvalidInput (answers), Conflict:
    `not_active`, `already_answered`, `idempotency_conflict`, `lease_taken_over`, `slot_taken` (the answers are then
    kept as a late draft), `stale_revision`. The same submission id with the same body answers the same again.
    """
    check_time(submission.time_spent_seconds)
    form = forms.load(task.schema_version_id)
    answers = schema.validate_answers(form.specs, submission.answers, partial=submission.partial)
    annotation = _annotation(_item_number(item_id), task, annotator, submission, form)
    judgements = _judgements(form, answers, submission.remarks)
    try:
        late = not _store_on_lease(annotation, judgements, submission, form) and not _store_in_steps(
            annotation, judgements, task, submission, form, answers
        )
    except _AnsweredBefore:
        return _answered_before(item_id, task, annotator, submission)
    except IntegrityError as error:
        if "submission_id" not in str(error) and "annotation_one_current" not in str(error):
            raise
        return _answered_before(item_id, task, annotator, submission)
    if late:
        raise Conflict(
            "The lease ran out and others have filled this item. Your answer is kept as late; a manager may count it.",
            code="slot_taken", details={"kept_as": "late"},
        )
    return Stored(annotation=annotation, item=annotation.item, replayed=False)


def _annotation(item_id, task, annotator, submission, form):
    return Annotation(
        task_id=task.pk, item_id=item_id, annotator=annotator, schema_version_id=form.schema_version_id,
        submission_id=submission.submission_id or uuid.uuid4(), body_hash=submission.body_hash(),
        origin=submission.origin, exposure=submission.exposure, time_spent_seconds=submission.time_spent_seconds,
        flagged=submission.flagged, flag_reason=submission.flag_reason,
    )


def _store_on_lease(annotation, judgements, submission, form):
    """The usual answer, by the holder of a lease to a form in use: one statement, which is its own transaction.

    False: it is not that simple, and nothing was written.
    """
    is_usual = submission.revises is None and submission.origin not in SLOT_FREE_ORIGINS and form.frozen
    if not is_usual or any(remark.quotes for remark in submission.remarks.values()):
        return False
    return _end_lease(annotation, judgements, submission).is_stored


@transaction.atomic
def _store_in_steps(annotation, judgements, task, submission, form, answers):
    """Any answer. False: it came too late and is kept as a draft."""
    rows, verb, placed = list(judgements.values()), "submitted", True
    is_audit = submission.origin == "audit"
    if submission.revises is not None:
        verb = "revised"
        item = lock_item(task, annotation.item_id, is_audit=is_audit)
        previous = _supersede(item, annotation.annotator, submission)
        annotation.assignment_id, annotation.origin = previous.assignment_id, previous.origin
        annotation.revision = previous.revision + 1
    elif submission.origin in SLOT_FREE_ORIGINS:
        lock_item(task, annotation.item_id, is_audit=is_audit)
    else:
        found = _end_lease(annotation, judgements, submission)
        placed = not found.is_stored
        if placed:
            annotation.assignment_id = _without_lease(found, task, annotation.annotator, submission, answers)
            if annotation.assignment_id is None:
                return False
    if placed:
        answer_rows.insert(annotation=annotation, judgements=rows, verb=verb, placed=True)
    if any(remark.quotes for remark in submission.remarks.values()):
        store_evidence(annotation.item, judgements, submission.remarks)
    if not form.frozen:
        SchemaVersion.objects.filter(pk=form.schema_version_id, frozen_at=None).update(frozen_at=Now())
    return True


def lock_item(task, item_id, *, is_audit=False):
    """The item, locked first as everywhere; NotFound for items of other tasks, Conflict when nothing is accepted.

    An audit may come when the task is completed: it takes no place.
    """
    locked = TaskItem.objects.select_for_update(of=("self",)).select_related("task")
    item = locked.filter(pk=_item_number(item_id), task_id=task.pk).first()
    if item is None:
        raise NotFound("There is no such item in this task.")
    if not is_audit:
        _check_open(item.task.status)
    return item


def _item_number(item_id):
    try:
        number = int(item_id)
    except (TypeError, ValueError):
        number = 0
    if not 0 < number < 2**63:
        raise NotFound("There is no such item in this task.")
    return number


def _check_open(status):
    if status not in ("ACTIVE", "PAUSED"):
        raise Conflict(f"The task is {status}; it takes no answers.", code="not_active")


def _end_lease(annotation, judgements, submission):
    """What `answer_rows.insert` found; the answer is stored when there was a lease to end."""
    token = _token(submission.lease_token) if submission.lease_token is not None else None
    found = answer_rows.insert(annotation=annotation, judgements=list(judgements.values()), verb="submitted",
                               token=token)
    if found is None:
        raise NotFound("There is no such item in this task.")
    _check_open(found.status)
    return found


def _without_lease(found, task, annotator, submission, answers):
    """The id of an assignment on a free place; None when the answer came too late and is kept as a draft."""
    item, status = found.item, found.status
    mine = Assignment.objects.filter(item=item, annotator=annotator, round=1)
    held = mine.select_for_update().first()
    if held is not None and held.state == "submitted":
        raise _AnsweredBefore
    if held is not None and held.state == "leased":
        raise Conflict("This item is open in another tab or program; its lease token differs.",
                       code="lease_taken_over")
    if status != "ACTIVE":
        raise Conflict(f"The task is {status}; it takes no new answers.", code="not_active")
    if item.open_slots > 0 and not item.closed_reason:
        TaskItem.objects.filter(pk=item.pk).update(open_slots=item.open_slots - 1)
        assignment, _ = Assignment.objects.update_or_create(
            item=item, annotator=annotator, round=1,
            defaults={"task": task, "state": "submitted", "ended_at": Now(), "reason": ""},
        )
        return assignment.pk
    if held is None:
        raise Conflict("This item has all the answers it needs. Ask for the next one.", code="slot_taken")
    Assignment.objects.filter(pk=held.pk).update(state="late", ended_at=Now())
    Draft.objects.update_or_create(assignment=held, defaults={"answers": answers})
    history.note(task=task, item=item, actor=annotator, verb="late")
    return None


def _supersede(item, annotator, submission):
    """Supersede the caller's current annotation, of which they must have seen the newest revision."""
    current = Annotation.objects.current().filter(item=item, annotator=annotator).first()
    if current is None:
        raise NotFound("There is no answer of yours on this item to revise.")
    if current.revision != submission.revises:
        raise Conflict(
            f"Your answer is at revision {current.revision}, not {submission.revises}. Read it again first.",
            code="stale_revision", details={"revision": current.revision},
        )
    Annotation.objects.filter(pk=current.pk).update(superseded_at=Now())
    return current


def _judgements(form, answers, remarks):
    """{question key: unsaved Judgement} of the answers, then of the questions on which the annotator abstained."""
    types = {spec.key: spec for spec in form.specs}
    rows = {}
    for key, value in answers.items():
        spec, remark = types[key], remarks.get(key, Remark())
        rows[key] = Judgement(
            question_id=form.question_ids[key], value=value,
            number=registry[spec.label_type].number(spec.config, value),
            justification=remark.justification, confidence=remark.confidence,
        )
    for key, remark in remarks.items():
        if remark.abstained and key not in answers:
            rows[key] = Judgement(question_id=form.question_ids[key], abstained=True,
                                  justification=remark.justification, confidence=remark.confidence)
    return rows


def _answered_before(item_id, task, annotator, submission):
    """What a repeated or a second answer gets: the stored one again, or why not."""
    found = None
    if submission.submission_id is not None:
        same = Annotation.objects.select_related("item").filter(submission_id=submission.submission_id)
        found = same.first()
    if found is not None:
        repeated = (
            found.task_id == task.pk and str(found.item_id) == str(item_id) and found.annotator_id == annotator.pk
            and found.body_hash == submission.body_hash()
        )
        if repeated and found.withdrawn_at is None:
            return Stored(annotation=found, item=found.item, replayed=True)
        if repeated:
            raise Gone("This answer was stored and then withdrawn. Send it under a new submission id.",
                       code="withdrawn")
        raise Conflict("This submission id was used for another answer. Send a new one.", code="idempotency_conflict")
    current = Annotation.objects.current().filter(item_id=item_id, annotator=annotator).first()
    raise Conflict(
        "You have answered this item. To correct it, send the revision you saw as If-Match.",
        code="already_answered", details={"revision": current.revision if current else 1},
    )


def check_time(seconds):
    """Time spent is informative, finite and not negative."""
    if seconds is not None and not 0 <= seconds <= MAX_TIME_SECONDS:
        raise InvalidInput(f"time_spent_seconds is {seconds}. Valid values: 0 to {MAX_TIME_SECONDS}.",
                           code="bad_time")


def _token(text):
    try:
        return uuid.UUID(str(text))
    except ValueError:
        raise InvalidInput("lease_token is not a token as `next` gives it.", code="bad_token") from None

"""End leases without an answer, take the last step back, and what managers do with somebody's place on an item."""

import datetime
import uuid
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy

from annotations.queue.actions import claims, notifications, slots, withdrawals
from annotations.queue.actions.submissions import lock_item
from annotations.queue.models import Annotation, Assignment, Cursor
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions import history
from annotations.tasks.models import TaskItem
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from evalhub.work.sweep import Sweep

UNDO_WINDOW = datetime.timedelta(minutes=10)
EXPIRE_BATCH = 500
LONGEST_REASON = 2000


@dataclass(frozen=True)
class Reopened(claims.Lease):
    """What `reopen` gives: `revises` is the revision that a new answer replaces, None when the item was taken anew.

    A revision needs no lease: its token and end are those of the answer that stands.
    """

    revises: int | None = None
    answers: dict = field(default_factory=dict)


@transaction.atomic
def skip(*, task, item_id, annotator, reason="", flag=False):
    """Give the place back and never see the item again; a flag is a skip that managers are told of. Safe to repeat."""
    if flag and not task.allow_flag:
        raise Conflict("This task does not take flags.", code="flag_not_allowed")
    if not flag and not task.allow_skip:
        raise Conflict(
            "This task does not allow skipping. Answer as well as you can, or flag it.", code="skip_not_allowed"
        )
    if flag and not reason.strip():
        raise InvalidInput("A flag needs a reason: what is wrong with this item?", code="reason_missing")
    item = lock_item(task, item_id)
    held = Assignment.objects.select_for_update().filter(item=item, annotator=annotator, round=1).first()
    if held is not None and held.state == "submitted":
        raise Conflict("You have answered this item; undo the answer first.", code="already_answered")
    if held is not None and held.state == "skipped":
        return held
    if held is not None and held.state in SLOT_STATES:
        slots.free(item.pk)
    ended = {"task": task, "state": "skipped", "ended_at": Now(), "reason": reason.strip()[:LONGEST_REASON]}
    row, _ = Assignment.objects.update_or_create(item=item, annotator=annotator, round=1, defaults=ended)
    history.note(
        task=task,
        item=item,
        actor=annotator,
        verb="flagged" if flag else "skipped",
        details={"reason": reason.strip()[:LONGEST_REASON]},
    )
    return row


@transaction.atomic
def release(*, task, item_id, annotator):
    """Give an item back unanswered; the draft stays for when it comes again."""
    item = lock_item(task, item_id)
    released = _end(item, annotator, "leased")
    if released:
        history.note(task=task, item=item, actor=annotator, verb="released")
    return released


@transaction.atomic
def release_prefetched(*, task, annotator):
    """Give back what was kept ready, when its annotator leaves; it comes next again. Returns whether there was any."""
    ready = Assignment.objects.filter(task=task, annotator=annotator, state="prefetched", ended_at=None).first()
    if ready is None:
        return False
    item = TaskItem.objects.select_for_update(of=("self",)).get(pk=ready.item_id)
    return _put_back(item, annotator, "prefetched")


def _take_back(item):
    """End the leases on an item that have run out; one that is locked waits for the next round."""
    if not TaskItem.objects.select_for_update(skip_locked=True).filter(pk=item.pk).exists():
        return
    run_out = Assignment.objects.holding().filter(item=item, lease_until__lt=Now())
    freed = run_out.update(state="expired", ended_at=Now())
    TaskItem.objects.filter(pk=item.pk).update(open_slots=F("open_slots") + freed)


def _run_out():
    held = Assignment.objects.holding().filter(lease_until__lt=Now()).values("item_id")
    return TaskItem.objects.filter(pk__in=held).select_related("task").order_by("pk")


LEASES = Sweep(
    "leases",
    title=gettext_lazy("Expired leases"),
    rows=_run_out,
    work=_take_back,
    organization="task__organization_id",
    most=EXPIRE_BATCH,
)


@transaction.atomic
def undo(*, task, annotator):
    """Take back my newest submission, skip or flag of the last ten minutes; the item is then leased to me again.

    A submitted answer is withdrawn and comes back as a draft. Raises NotFound when there is nothing to undo and
    Conflict when the item was adjudicated, the answer reviewed or, after a skip, no place is left.
    """
    imported = Annotation.objects.current().filter(item=OuterRef("item"), annotator=annotator, origin="import")
    recent = Assignment.objects.filter(
        ~Exists(imported),  # no step of the annotator's own
        task=task,
        annotator=annotator,
        state__in=["submitted", "skipped"],
        ended_at__gt=Now() - UNDO_WINDOW,
    )
    last = recent.order_by("-ended_at").first()
    if last is None:
        raise NotFound("There is nothing to undo from the last ten minutes.", code="nothing_to_undo")
    _lock_and_lay_aside(task, annotator, last.item_id)
    last = recent.select_for_update().filter(pk=last.pk).first()
    if last is None:
        raise Conflict("This was undone already. Reload the page.", code="nothing_to_undo")
    if last.state == "submitted":
        withdrawals.withdraw(assignment=last, annotator=annotator)
    else:
        slots.take(last.item_id)
    _take_in_hand(last, task)
    history.note(task=task, item=TaskItem(pk=last.item_id), actor=annotator, verb="undone")
    return last.item_id


@transaction.atomic
def reopen(*, task, item_id, annotator):
    """An item of one's own history again, as Reopened: an answer to revise, or an item left unanswered to take anew.

    Taking anew needs a free place; the item in hand is laid aside and comes next. Raises NotFound for items never
    held, Conflict: `already_adjudicated`, `already_reviewed`, `slot_taken`, `late_waiting`, `not_active`.
    """
    item = claims.item_of(task, item_id)
    mine = Assignment.objects.filter(item=item, annotator=annotator).order_by("-round")
    row = mine.first()
    if row is None:
        raise NotFound("You have not had this item.")
    if row.state == "submitted":
        return _to_revise(row, annotator)
    if row.state == "late":
        raise Conflict("Your answer came late and is kept; a manager decides whether it counts.", code="late_waiting")
    if row.state != "leased":
        _lock_and_lay_aside(task, annotator, item.pk)
        row = mine.select_for_update().first()
        if row.state not in SLOT_STATES:
            slots.take(item.pk)
        _take_in_hand(row, task)
        history.note(task=task, item=item, actor=annotator, verb="reopened")
        row.refresh_from_db()
    return Reopened(**vars(claims.lease_of(row)))


@transaction.atomic
def give_back(*, task, item_id, annotator, note="", by):
    """Return a submitted answer to its annotator with a note: it becomes their draft and keeps its place.

    It comes before all other work of theirs. Repeating it changes nothing. Raises Conflict `not_answered`,
    `already_adjudicated`, `already_reviewed`.
    """
    item = lock_item(task, item_id)
    row = _row_of(item, annotator)
    if row is not None and row.state == "returned":
        return row
    if row is None or row.state != "submitted":
        raise Conflict("This annotator has no submitted answer on this item.", code="not_answered")
    withdrawals.withdraw(assignment=row, annotator=annotator)
    returned = _pin(row, task, item, "returned", note.strip() or "Returned without a note.", by)
    if annotator.user is not None:
        notifications.tell(
            users=[annotator.user], verb="returned", item=item, text=returned.reason, by=getattr(by, "user", by)
        )
    return returned


@transaction.atomic
def assign(*, task, item_id, annotator, note="", by):
    """Put an item at the top of somebody's queue, taking a place; nothing changes when it is theirs already.

    Raises Conflict `slot_taken` (open another place first), `already_answered`, `late_waiting`, InvalidInput when
    the annotator is paused, blocked or not eligible for the task. A cap on items per person is no bar to a manager.
    """
    item = lock_item(task, item_id)
    is_able = type(annotator).objects.available().eligible_for(item.task).filter(pk=annotator.pk)
    if not is_able.exists():
        raise InvalidInput(
            f"{annotator} cannot take work here. Valid: an active person whom the task admits.", code="bad_annotator"
        )
    row = _row_of(item, annotator)
    if row is not None and row.state in SLOT_STATES:
        return row
    if row is not None and row.state in ("submitted", "late"):
        code = "already_answered" if row.state == "submitted" else "late_waiting"
        raise Conflict(f"{annotator} has answered this item.", code=code)
    slots.take(item.pk)
    row = row or Assignment(task_id=item.task_id, item=item, annotator=annotator, state="returned")
    if row.pk is None:
        row.save()
        row.refresh_from_db()
    return _pin(row, task, item, "assigned", note.strip() or "Assigned by an admin.", by)


@transaction.atomic
def extra_annotator(*, task, item_id, reason="", by):
    """Open one more place on an item than its task requires; nothing changes while a place is free."""
    item = lock_item(task, item_id)
    if item.closed_reason:
        raise Conflict(f"This item is closed: {item.closed_reason}.", code="item_closed")
    if item.open_slots == 0:
        slots.free(item.pk)
        slots.note_added(item=item, task=task, reason=reason)
        audit.record(organization=item.task.organization, verb="item.place_added", target=item, by=by)
    return TaskItem.objects.get(pk=item.pk)


@transaction.atomic
def release_held(*, assignment, by):
    """End somebody's lease, prefetched or returned item and free the place; their draft stays. Safe to repeat."""
    item = (
        TaskItem.objects.select_for_update(of=("self",)).select_related("task__organization").get(pk=assignment.item_id)
    )
    held = Assignment.objects.filter(pk=assignment.pk, state__in=SLOT_STATES)
    if not held.update(state="released", ended_at=Now()):
        return False
    slots.free(item.pk)
    history.note(task=item.task, item=item, verb="lease_released", details={"annotator": str(assignment.annotator_id)})
    audit.record(
        organization=item.task.organization,
        verb="lease.released",
        target=item,
        details={"annotator": str(assignment.annotator_id)},
        by=by,
    )
    return True


def _pin(row, task, item, verb, note, by):
    """Put the row at the top of its annotator's queue; the reason, never blank, tells a pinned item from others."""
    Assignment.objects.filter(pk=row.pk).update(
        state="returned",
        token=uuid.uuid4(),
        lease_until=None,
        opened_at=None,
        ended_at=None,
        reason=note[:LONGEST_REASON],
    )
    row.refresh_from_db()
    details = {"annotator": str(row.annotator_id), "note": row.reason}
    history.note(task=task, item=item, verb=verb, details=details)
    audit.record(organization=item.task.organization, verb=f"item.{verb}", target=item, details=details, by=by)
    return row


def _row_of(item, annotator):
    mine = Assignment.objects.select_for_update().filter(item=item, annotator=annotator)
    return mine.order_by("-round").first()


def _to_revise(row, annotator):
    annotation = withdrawals.current_of(row.item_id, annotator)
    if annotation is None:
        raise Conflict("Your answer on this item was withdrawn. Reload the page.", code="not_answered")
    withdrawals.check_may_change(annotation)
    lease = claims.lease_of(row)
    return Reopened(**vars(lease), revises=annotation.revision, answers=withdrawals.as_draft(annotation))


def _lock_and_lay_aside(task, annotator, item_id):
    """Lock the item wanted and the one in hand, in order; the one in hand is released and comes next."""
    current = Assignment.objects.filter(task=task, annotator=annotator, state="leased").first()
    pks = sorted({item_id, current.item_id if current else item_id})
    locked = {pk: lock_item(task, pk) for pk in pks}
    if current is not None and current.item_id != item_id:
        _put_back(locked[current.item_id], annotator, "leased")


def _take_in_hand(row, task):
    until = Now() + datetime.timedelta(seconds=task.lease_seconds)
    note = row.reason if row.state == "returned" else ""
    mine = Assignment.objects.filter(pk=row.pk)
    try:
        mine.update(state="leased", token=uuid.uuid4(), lease_until=until, opened_at=Now(), ended_at=None, reason=note)
    except IntegrityError as error:
        if claims.ALREADY_HOLDING not in str(error):
            raise
        raise Conflict("Another page has taken an item just now. Reload the page.", code="lease_taken_over") from None


def _put_back(item, annotator, state):
    """Release an item; the cursor steps back, so that it comes next. What came with a note stays pinned instead."""
    pinned = Assignment.objects.filter(item=item, annotator=annotator, state=state).exclude(reason="")
    if pinned.update(state="returned", lease_until=None):
        return True
    passed = Cursor.objects.filter(task_id=item.task_id, annotator=annotator, priority=item.priority)
    passed.filter(position__gte=item.position).update(position=item.position - 1)
    return _end(item, annotator, state)


def _end(item, annotator, state):
    mine = Assignment.objects.filter(item=item, annotator=annotator, state=state)
    if not mine.update(state="released", ended_at=Now()):
        return False
    slots.free(item.pk)
    return True

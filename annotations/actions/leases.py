"""End leases without an answer: skip, flag, release, expire; and take the last step back."""

import datetime
import uuid

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from annotations.actions import drafts, history
from annotations.actions.submissions import lock_item
from annotations.models import Annotation, Assignment, Cursor, GroundTruth, TaskItem
from evalhub.lib.errors import Conflict, InvalidInput, NotFound

UNDO_WINDOW = datetime.timedelta(minutes=10)
EXPIRE_BATCH = 500


@transaction.atomic
def skip(*, task, item_id, annotator, reason="", flag=False):
    """Give the place back and never see the item again; a flag is a skip that managers are told of. Safe to repeat."""
    if flag and not task.allow_flag:
        raise Conflict("This task does not take flags.", code="flag_not_allowed")
    if not flag and not task.allow_skip:
        raise Conflict("This task does not allow skipping. Answer as well as you can, or flag it.",
                       code="skip_not_allowed")
    if flag and not reason.strip():
        raise InvalidInput("A flag needs a reason: what is wrong with this item?", code="reason_missing")
    item = lock_item(task, item_id)
    held = Assignment.objects.select_for_update().filter(item=item, annotator=annotator, round=1).first()
    if held is not None and held.state == "submitted":
        raise Conflict("You have answered this item; undo the answer first.", code="already_answered")
    if held is not None and held.state == "skipped":
        return held
    if held is not None and held.state in ("leased", "prefetched"):
        TaskItem.objects.filter(pk=item.pk).update(open_slots=F("open_slots") + 1)
    ended = {"task": task, "state": "skipped", "ended_at": Now(), "reason": reason.strip()[:2000]}
    row, _ = Assignment.objects.update_or_create(item=item, annotator=annotator, round=1, defaults=ended)
    history.note(task=task, item=item, actor=annotator, verb="flagged" if flag else "skipped",
                 details={"reason": reason.strip()[:2000]})
    return row


@transaction.atomic
def release(*, task, item_id, annotator):
    """Give an item back unanswered; the draft stays for when it comes again."""
    item = lock_item(task, item_id)
    released = _end(item, annotator, "released")
    if released:
        history.note(task=task, item=item, actor=annotator, verb="released")
    return released


def _end(item, annotator, state):
    mine = Assignment.objects.filter(item=item, annotator=annotator, state="leased")
    if not mine.update(state=state, ended_at=Now()):
        return False
    TaskItem.objects.filter(pk=item.pk).update(open_slots=F("open_slots") + 1)
    return True


@transaction.atomic
def expire(*, limit=EXPIRE_BATCH):
    """Take back run-out leases, a batch at a time; items that are locked wait for the next call. Returns how many."""
    due = Assignment.objects.holding().filter(lease_until__lt=Now()).order_by("lease_until")
    item_ids = sorted(set(due.values_list("item_id", flat=True)[:limit]))
    locked = TaskItem.objects.select_for_update(skip_locked=True).filter(pk__in=item_ids).order_by("pk")
    count = 0
    for item in locked:
        run_out = Assignment.objects.holding().filter(item=item, lease_until__lt=Now())
        freed = run_out.update(state="expired", ended_at=Now())
        TaskItem.objects.filter(pk=item.pk).update(open_slots=F("open_slots") + freed)
        count += freed
    return count


@transaction.atomic
def undo(*, task, annotator):
    """Take back my newest submission, skip or flag of the last ten minutes; the item is then leased to me again.

    A submitted answer is withdrawn and comes back as a draft. Raises NotFound when there is nothing to undo and
    Conflict when the item was adjudicated or, after a skip, has no place left.
    """
    recent = Assignment.objects.filter(
        task=task, annotator=annotator, state__in=["submitted", "skipped"], ended_at__gt=Now() - UNDO_WINDOW
    )
    last = recent.order_by("-ended_at").first()
    if last is None:
        raise NotFound("There is nothing to undo from the last ten minutes.", code="nothing_to_undo")
    current = Assignment.objects.filter(task=task, annotator=annotator, state="leased").first()
    wanted = sorted({last.item_id, current.item_id if current else last.item_id})
    locked = {item_id: lock_item(task, item_id) for item_id in wanted}
    if current is not None:
        _put_back(locked[current.item_id], annotator)
    if last.state == "submitted":
        _withdraw(last, annotator)
    elif not TaskItem.objects.open().filter(pk=last.item_id).update(open_slots=F("open_slots") - 1):
        raise Conflict("Others have filled this item meanwhile.", code="slot_taken")
    until = Now() + datetime.timedelta(seconds=task.lease_seconds)
    Assignment.objects.filter(pk=last.pk).update(
        state="leased", token=uuid.uuid4(), lease_until=until, ended_at=None, reason=""
    )
    history.note(task=task, item=TaskItem(pk=last.item_id), actor=annotator, verb="undone")
    return last.item_id


def _put_back(item, annotator):
    """Release the item in hand; the cursor steps back, so that it is the next one to come."""
    _end(item, annotator, "released")
    passed = Cursor.objects.filter(task_id=item.task_id, annotator=annotator, priority=item.priority)
    passed.filter(position__gte=item.position).update(position=item.position - 1)


def _withdraw(assignment, annotator):
    if GroundTruth.objects.filter(item_id=assignment.item_id, source="adjudicated", is_current=True).exists():
        raise Conflict("This item was adjudicated; the answer can no longer be undone.", code="already_adjudicated")
    annotation = Annotation.objects.current().filter(item_id=assignment.item_id, annotator=annotator).first()
    if annotation is None:
        return
    answers = {row.question.key: row.value for row in annotation.judgements.select_related("question")}
    Annotation.objects.filter(pk=annotation.pk).update(withdrawn_at=Now())
    drafts.overwrite(assignment=assignment, answers=answers)

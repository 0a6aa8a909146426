"""The places of an item: taken, freed, and added by a manager beyond what the task requires.

`open_slots` is the quota itself. Free places, placed assignments and the required number always add up, but for the
places that `place_added` events tell of.
"""

from django.db import transaction
from django.db.models import Count, F, Q

from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions import history
from annotations.tasks.models import AnnotationTask, TaskItem
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput

ADDED = "place_added"
BATCH = 500
MOST_ANSWERS = 100


def take(item_id):
    """Take a free slot of a locked item; Conflict `slot_taken` when there is none."""
    if not TaskItem.objects.open().filter(pk=item_id).update(open_slots=F("open_slots") - 1):
        raise Conflict("Others have filled this item meanwhile.", code="slot_taken")


def free(item_id):
    """Give one slot of a locked item back."""
    TaskItem.objects.filter(pk=item_id).update(open_slots=F("open_slots") + 1)


def note_added(*, item, task, reason):
    """Write down that the item has one slot more than its task requires; the caller opens or fills it."""
    history.note(task=task, item=item, verb=ADDED, details={"reason": reason})


@transaction.atomic
def change_overlap(*, task, required, by):
    """Let every item of an open task have `required` answers; items are locked 500 at a time, in order.

    Raises Conflict `answers_taken` when an item has more answers and leases already; nothing is changed then.
    """
    if not 1 <= required <= MOST_ANSWERS:
        raise InvalidInput(f"{required} answers per item. Valid: 1 to {MOST_ANSWERS}.", code="bad_overlap")
    task = AnnotationTask.objects.select_for_update(no_key=True).get(pk=task.pk)
    before = task.required_annotations_per_item
    if required == before:
        return task
    last = 0
    while batch := list(_locked(task, last)):
        _change(batch, required - before)
        last = batch[-1]
    task.required_annotations_per_item = required
    task.save(update_fields=["required_annotations_per_item", "updated_at"])
    history.note(task=task, verb="overlap_changed", details={"from": before, "to": required})
    audit.record(
        organization=task.organization,
        verb="task.overlap_changed",
        target=task,
        details={"from": before, "to": required},
        by=by,
    )
    return task


def _locked(task, after):
    items = TaskItem.objects.select_for_update().filter(task=task, pk__gt=after).order_by("pk")
    return items.values_list("pk", flat=True)[:BATCH]


def _change(item_ids, change):
    if change < 0:
        _check_free(item_ids, -change)
    TaskItem.objects.filter(pk__in=item_ids).update(open_slots=F("open_slots") + change)


def _check_free(item_ids, slots):
    full = TaskItem.objects.filter(pk__in=item_ids, open_slots__lt=slots).order_by("position").first()
    if full is None:
        return
    taken = Assignment.objects.filter(item=full).aggregate(
        n=Count("pk", filter=Q(state__in=SLOT_STATES + ["submitted"]))
    )
    raise Conflict(
        f"Item {full.position + 1} has {taken['n']} answers and leases already. Valid: at least as many.",
        code="answers_taken",
        details={"item_id": str(full.pk), "taken": taken["n"]},
    )

"""The slots of an item: taken, freed, and added by a manager beyond what the task requires.

`open_slots` is the quota itself. Free slots, assignments that take one and the required number always add up, but for
the slots that `place_added` events tell of.
"""

from django.db.models import Exists, F, OuterRef, Q

from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions import history
from annotations.tasks.models import TaskItem
from evalhub.lib.errors import Conflict

ADDED = "place_added"


def is_complete():
    """The condition on a TaskItem that people have given every answer it needs: see `progress.actions.completion`."""
    placed = Assignment.objects.filter(item=OuterRef("pk"), state__in=SLOT_STATES)
    return Q(~Exists(placed), open_slots=0, closed_reason="")


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

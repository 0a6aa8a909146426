"""End what people hold of an item, and give it back to them when that is undone: used by several verbs."""

import uuid

from django.utils.translation import gettext as _

from annotations.queue.actions import leases, slots
from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions import history
from annotations.tasks.models import TaskItem


def release_all(*, item, by):
    """End every hold on a locked item; [[assignment id, state, reason]] of what there was, to give it back by."""
    held = list(Assignment.objects.select_for_update().filter(item=item, state__in=SLOT_STATES).order_by("pk"))
    for row in held:
        leases.release_held(assignment=row, by=by)
    return [[row.pk, row.state, row.reason] for row in held]


def can_give_back(*, item, held):
    """Whether nobody has come between: every one of these holds is still only released, and places are left."""
    pks = [pk for pk, state, _reason in held if state != "prefetched"]
    released = Assignment.objects.filter(pk__in=pks, item=item, state="released").count()
    free = TaskItem.objects.values_list("open_slots", flat=True).get(pk=item.pk)
    return released == len(pks) and free >= len(pks)


def give_back(*, item, held):
    """Put the item at the top of the queues of those who held it; what was only kept ready stays released.

    The item is locked and open, and `can_give_back` is true.
    """
    for pk, state, reason in held:
        if state == "prefetched":
            continue
        slots.take(item.pk)
        Assignment.objects.filter(pk=pk).update(
            state="returned",
            token=uuid.uuid4(),
            lease_until=None,
            opened_at=None,
            ended_at=None,
            reason=reason or _("Reserved for you again after a release."),
        )
        history.note(task=item.task, item=item, verb="given_back", details={"assignment": pk})

"""What annotators hold of a task, and passing it on to somebody else."""

from django.db import transaction

from annotations.queue.actions import leases, notifications
from annotations.queue.models import Assignment
from annotations.tasks.models import Annotator, TaskItem
from evalhub.lib.errors import Conflict, InvalidInput


def takers(*, item):
    """People of the organization whom the item can be given to: active ones who never had it in this round."""
    had = Assignment.objects.filter(item=item).exclude(state__in=["released", "expired", "skipped"])
    people = Annotator.objects.available().eligible_for(item.task)
    return people.exclude(pk__in=had.values("annotator")).order_by("name", "pk")


@transaction.atomic
def hand_over(*, assignment, annotator, note="", by):
    """End somebody's hold on an item and put it at the top of another person's queue, who is told; by a User.

    The first person's draft stays theirs. Raises Conflict `not_held` when the hold has ended meanwhile, and what
    `leases.assign` raises; nothing is changed then.
    """
    item = TaskItem.objects.select_for_update(of=("self",)).select_related("task").get(pk=assignment.item_id)
    if annotator.pk == assignment.annotator_id:
        raise InvalidInput(f"{annotator} holds this item already. Valid: somebody else.", code="bad_annotator")
    if not leases.release_held(assignment=assignment, by=by):
        raise Conflict("This hold has ended meanwhile. Look at the list again.", code="not_held")
    row = leases.assign(task=item.task, item_id=item.pk, annotator=annotator, note=note, by=by)
    notifications.tell(users=[annotator.user], verb="assigned", item=item, text=note.strip(), by=by)
    return row

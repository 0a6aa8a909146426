"""The slots of an item: taken, freed, and added by a manager beyond what the task requires.

`open_slots` is the quota itself. Free slots, assignments that take one and the required number always add up, but for
the slots that `place_added` events tell of.
"""

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, Subquery

from annotations.queue.models import Annotation, Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.actions import history
from annotations.tasks.models import TaskItem
from evalhub.lib.database import statements
from evalhub.lib.errors import Conflict

sql = statements.of_feature(__file__)
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


def fill_imported(*, task, first):
    """Let imported answers of people, from the annotation id `first` on, take slots that their items have left.

    At the end of an import, in a transaction: the items are locked in the order of their ids for these statements
    only, not while a long file is read. Who has such an item in hand waits for the import with their answer.
    """
    imported = Annotation.objects.current().by_people().filter(task=task, pk__gte=first, origin="import")
    items = TaskItem.objects.select_for_update(no_key=True).filter(pk__in=imported.values("item")).order_by("pk")
    list(items.values_list("pk", flat=True))
    with connection.cursor() as cursor:  # after the lock, so that it sees what others did before
        cursor.execute(sql("imported_slots"), {"task": task.pk, "first": first})
    mine = Assignment.objects.filter(item=OuterRef("item"), annotator=OuterRef("annotator"), round=1)
    imported.filter(assignment=None).update(assignment=Subquery(mine.filter(state="submitted").values("pk")))

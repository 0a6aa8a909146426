"""Which items are complete and which have a consensus: the one rule of Home, tasks, items and exports.

Complete: people have given every answer that the item needs; nobody has it in hand, none was returned, and it was not
withdrawn; `slots.is_complete` is its condition. With consensus: people agreed on the value of a question of the current
form, or one decided it. What machines answered counts for neither.
"""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Case, Count, Exists, F, FloatField, OuterRef, Q, When
from django.db.models.functions import Cast, Coalesce, NullIf

from annotations.consensus.models import GroundTruth
from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.models import TaskItem
from evalhub.lib import orders

# The same for an item `i` in a statement.
_TAKES_SLOT = f"""EXISTS (SELECT 1 FROM annotations_assignment l
    WHERE l.item_id = i.id AND l.state IN ({", ".join(f"'{state}'" for state in SLOT_STATES)}))"""
COMPLETE = f"i.open_slots = 0 AND i.closed_reason = '' AND NOT {_TAKES_SLOT}"
INCOMPLETE = f"i.closed_reason = '' AND (i.open_slots > 0 OR {_TAKES_SLOT})"


@dataclass(frozen=True)
class ItemCounts:
    """Items by how they stand: complete + being_answered + open + withdrawn = total.

    being_answered: every place is taken, and somebody is still to answer.
    """

    total: int
    complete: int
    open: int
    being_answered: int
    withdrawn: int
    with_consensus: int

    @property
    def remaining_total(self):
        """Items that are to be complete in the end."""
        return self.total - self.withdrawn


def has_consensus(task):
    """The condition on an item of the task."""
    return Q(
        Exists(
            _agreed(GroundTruth.objects.filter(item=OuterRef("pk"))).filter(
                question__schema_version=task.schema_version_id
            )
        )
    )


def counts_of(tasks):
    """{task id: ItemCounts}; four statements, whatever the number of tasks. None reads the items that are complete."""
    ids = [task.pk for task in tasks]
    items = TaskItem.objects.filter(task__in=ids)
    free, withdrawn = (_per_task(found, "task", Count("pk")) for found in (items.open(), items.withdrawn()))
    agreed = _agreed(GroundTruth.objects.filter(item__task__in=ids)).filter(
        question__schema_version=F("item__task__schema_version")
    )
    agreed = _per_task(agreed, "item__task", Count("item", distinct=True))
    # Full items that somebody is still to answer: as many rows as people have work in hand.
    full = Assignment.objects.filter(task__in=ids, item__open_slots=0, item__closed_reason="").order_by()
    # Each of the two has an index of its own; both in one condition would be looked up in neither.
    rows = full.holding().values("task", "item").union(full.filter(state="returned").values("task", "item"))
    held = Counter(row["task"] for row in rows)
    return {
        task.pk: _item_counts(task, *(counts.get(task.pk, 0) for counts in (free, held, withdrawn, agreed)))
        for task in tasks
    }


def complete_share():
    """The share of an AnnotationTask's items that are complete, as `counts_of` counts them; None without items."""
    full = Assignment.objects.filter(item__open_slots=0, item__closed_reason="")
    holding = full.holding()
    returned = full.filter(~Exists(holding.filter(item=OuterRef("item"))), state="returned")
    free, withdrawn, held, back = (
        Coalesce(orders.summed(rows, "task", Count(counted, distinct=True)), 0)
        for rows, counted in (
            (TaskItem.objects.open(), "pk"),
            (TaskItem.objects.withdrawn(), "pk"),
            (holding, "item"),
            (returned, "item"),
        )
    )
    remaining = Cast(F("total_items") - withdrawn, FloatField())
    return Case(When(preparation="READY", then=(remaining - free - held - back) / NullIf(remaining, 0.0)))


def _agreed(truths):
    return truths.current().by_people()


def _per_task(rows, field, amount):
    return dict(rows.order_by().values_list(field).annotate(n=amount))


def _item_counts(task, free, held, withdrawn, agreed):
    return ItemCounts(
        total=task.total_items,
        complete=max(0, task.total_items - free - held - withdrawn),
        open=free,
        being_answered=held,
        withdrawn=withdrawn,
        with_consensus=agreed,
    )

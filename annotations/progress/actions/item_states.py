"""How the items of a task stand, each in exactly one state, and how many answers came on each day."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Count
from django.db.models.functions import TruncDate

from annotations.progress.actions import completion, workload
from annotations.queue.models import Annotation
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)
DAYS = 30


@dataclass(frozen=True)
class ItemStates:
    """Items that nobody has begun (open), that some have (in_work), that are complete (agreeing; disagreeing where the
    answers differ), that an adjudicator has decided, and that were withdrawn. An item with a place added beyond the
    task's number may count as open although one person has answered it.

    complete: as `completion` defines it; adjudicated items may be complete or not.
    missing: answers that items still need.
    """

    open: int = 0
    in_work: int = 0
    agreeing: int = 0
    disagreeing: int = 0
    adjudicated: int = 0
    withdrawn: int = 0
    complete: int = 0
    missing: int = 0

    @property
    def total(self):
        """Items that are to be complete in the end."""
        return self.open + self.in_work + self.agreeing + self.disagreeing + self.adjudicated


def of_task(*, task):
    """The task's ItemStates; one statement. Whether answers differ is known from the newest agreement figures."""
    statement = sql("item_states").format(held=completion.held(task), complete=completion.COMPLETE_BESIDE_HELD)
    with connection.cursor() as cursor:
        cursor.execute(statement, {"task": task.pk, "required": task.required_annotations_per_item})
        rows = cursor.fetchall()
    return ItemStates(
        **{state: n for state, n, *_others in rows},
        complete=sum(row[2] for row in rows),
        missing=int(sum(row[3] for row in rows)),
    )


def answers_by_day(*, task, days=DAYS):
    """[(date, people's answers that stand)] of the last `days` days, the oldest first; one statement."""
    shown = workload.days_back(days)
    recent = (
        Annotation.objects.current()
        .by_people()
        .exclude(origin="audit")
        .filter(task=task, submitted_at__gte=workload.start_of(shown[0]))
    )
    counted = dict(recent.order_by().annotate(day=TruncDate("submitted_at")).values_list("day").annotate(n=Count("pk")))
    return [(day, counted.get(day, 0)) for day in shown]

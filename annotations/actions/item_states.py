"""How the items of a task stand, each in exactly one state, and how many answers came on each day."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Count
from django.db.models.functions import TruncDate

from annotations import sql
from annotations.actions import workload
from annotations.models import Annotation

DAYS = 30


@dataclass(frozen=True)
class ItemStates:
    """Items that nobody has begun (open), that some have (in_work), that have all answers (complete; disagreeing
    where these differ) and that an adjudicator has settled. An item with a place added beyond the task's number may
    count as open although one person has answered it."""

    open: int = 0
    in_work: int = 0
    complete: int = 0
    disagreeing: int = 0
    adjudicated: int = 0

    @property
    def total(self):
        return self.open + self.in_work + self.done

    @property
    def done(self):
        return self.complete + self.disagreeing + self.adjudicated


def of_task(*, task):
    """The task's ItemStates; one statement. Whether answers differ is known from the newest agreement figures."""
    values = {"task": task.pk, "required": task.required_annotations_per_item}
    with connection.cursor() as cursor:
        cursor.execute(sql.load("item_states"), values)
        return ItemStates(**dict(cursor.fetchall()))


def answers_by_day(*, task, days=DAYS):
    """[(date, people's answers that stand)] of the last `days` days, the oldest first; one statement."""
    shown = workload.days_back(days)
    recent = Annotation.objects.current().by_people().filter(task=task, submitted_at__gte=workload.start_of(shown[0]))
    counted = dict(
        recent.order_by().annotate(day=TruncDate("submitted_at")).values_list("day").annotate(n=Count("pk"))
    )
    return [(day, counted.get(day, 0)) for day in shown]

"""When the items of a task got their last label, and people's agreement over that time."""

import datetime

import numpy as np
from django.db.models import Max
from django.db.models.functions import TruncDate

from annotations.agreement.over_time import over_time
from annotations.models import Annotation

KEPT = ("value", "low", "high", "reason", "n_items", "n_annotators", "n_labels")


def last_days(task):
    """{item id: number of the day of its last answer by people that counts}; one statement."""
    counted = Annotation.objects.current().filter(
        task=task, annotator__kind="human", exposure="blind", flagged=False
    )
    days = counted.order_by().values_list("item").annotate(day=TruncDate(Max("submitted_at"), tzinfo=datetime.UTC))
    return {item: day.toordinal() for item, day in days}


def people_over_time(labels, days, *, level, seed):
    """Plain JSON of people's alpha in each stretch: `first` and `last` day, and the estimate.

    labels: the Labels of everybody. days: what `last_days` returned; items that were not in it yet are left out.
    """
    day = np.array([days.get(item, 0) for item in labels.item_keys], dtype=np.int64)
    people = labels.people()
    people = people.where(day[people.item] > 0)
    return [
        {"first": _written(stretch.first), "last": _written(stretch.last)}
        | {name: value for name, value in stretch.estimate.as_dict().items() if name in KEPT}
        for stretch in over_time(people, day, level=level, seed=seed)
    ]


def _written(day):
    return datetime.date.fromordinal(day).isoformat()

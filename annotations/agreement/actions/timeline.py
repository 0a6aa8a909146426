"""When the items of a task got their last label, and people's agreement over that time."""

import datetime
from dataclasses import dataclass

import numpy as np

from annotations.agreement.actions import label_queries as reading
from annotations.agreement.comparisons.over_time import over_time
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)
ROW = np.dtype([("item", ">i8"), ("day", ">i4")])  # as last_days.sql writes it
KEPT = ("value", "low", "high", "reason", "n_items", "n_annotators", "n_labels")


@dataclass(frozen=True)
class LastDays:
    """item_ids: int[k], ascending. day: int[k], the number of the day of each one's last answer."""

    item_ids: np.ndarray
    day: np.ndarray

    def of(self, item_ids):
        """int[n], 0 where an item is not known."""
        at = np.searchsorted(self.item_ids, item_ids)
        at[at == self.item_ids.size] = 0
        known = self.item_ids[at] == item_ids if self.item_ids.size else np.zeros(at.size, dtype=bool)
        return np.where(known, self.day[at], 0) if known.any() else np.zeros(at.size, dtype=np.int64)


def last_days(task, panel):
    """The LastDays of answers by people that count; one statement."""
    rows = reading.copied(sql("last_days"), {"task": task.pk, "machines": panel.keys_of(human=False)}, ROW)
    rows = rows[np.argsort(rows["item"])]
    return LastDays(item_ids=rows["item"].astype(np.int64), day=rows["day"].astype(np.int64))


def people_over_time(labels, days, *, level):
    """Plain JSON of people's alpha in each period: `first` and `last` day, and the estimate.

    labels: the Labels of everybody. days: what `last_days` returned; items that were not in it yet are left out.
    """
    day = days.of(np.array(labels.item_keys, dtype=np.int64))
    people = labels.people()
    people = people.where(day[people.item] > 0)
    return [
        {"first": _written(period.first), "last": _written(period.last)}
        | {name: value for name, value in period.estimate.as_dict().items() if name in KEPT}
        for period in over_time(people, day, level=level)
    ]


def _written(day):
    return datetime.date.fromordinal(day).isoformat()

"""Agreement over time: alpha of the items that were finished in each period of days."""

from dataclasses import dataclass

import numpy as np

from annotations.agreement.estimate import Estimate
from annotations.agreement.metrics.alpha import alpha
from annotations.agreement.patterns import Patterns

MOST_PERIODS = 12


@dataclass(frozen=True)
class Period:
    """`first` and `last` are numbers of days, both included; `estimate` is of the items finished on them."""

    first: int
    last: int
    estimate: Estimate


def over_time(labels, day, *, level):
    """Periods of equal length from the first to the last day, at most MOST_PERIODS; a label is in one of them.

    day: int[items of `labels`], the day on which each item got its last label. An item is whole in one period, so
    that nothing is compared across them. A period without two labels on an item has its reason and no value.
    """
    if not labels.item.size:
        return []
    day_of_label = np.asarray(day, dtype=np.int32)[labels.item]
    start, end = int(day_of_label.min()), int(day_of_label.max())
    length = -(-(end - start + 1) // MOST_PERIODS)  # rounded up
    return [
        Period(
            first=first,
            last=min(first + length - 1, end),
            estimate=alpha(
                Patterns.from_labels(labels.where((day_of_label >= first) & (day_of_label < first + length))),
                level=level,
            ),
        )
        for first in range(start, end + 1, length)
    ]

"""Agreement over time: alpha of the items that were finished in each stretch of days."""

from dataclasses import dataclass

import numpy as np

from annotations.agreement.estimate import Estimate
from annotations.agreement.metrics.alpha import alpha
from annotations.agreement.patterns import Patterns

MOST_STRETCHES = 12


@dataclass(frozen=True)
class Stretch:
    """`first` and `last` are numbers of days, both included; `estimate` is of the items finished on them."""

    first: int
    last: int
    estimate: Estimate


def over_time(labels, day, *, level):
    """Stretches of equal length from the first to the last day, at most MOST_STRETCHES; a label is in one of them.

    day: int[items of `labels`], the day on which each item got its last label. An item is whole in one stretch, so
    that nothing is compared across them. A stretch without two labels on an item has its reason and no value.
    """
    if not labels.item.size:
        return []
    day_of_label = np.asarray(day, dtype=np.int32)[labels.item]
    start, end = int(day_of_label.min()), int(day_of_label.max())
    length = -(-(end - start + 1) // MOST_STRETCHES)  # rounded up
    return [
        Stretch(
            first=first,
            last=min(first + length - 1, end),
            estimate=_alpha(labels, (day_of_label >= first) & (day_of_label < first + length), level),
        )
        for first in range(start, end + 1, length)
    ]


def _alpha(labels, mask, level):
    return alpha(Patterns.from_labels(labels.where(mask)), level=level)

"""When work is done at the pace of its last days, with an 80 % prediction interval.

The sum of the next d daily counts is predicted from m counted days: its mean is d times theirs, its variance
s^2 (d + d^2 / m), which holds the unsureness of that mean, with Student's t at m - 1 degrees of freedom (Hahn and
Meeker 1991, section 4.7, for normal counts). Counts scatter no less than by Poisson. docs/statistics.md has
the measured coverage.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

LEVEL = 80
LEAST_DAYS = 2
MOST_DAYS = 366


@dataclass(frozen=True)
class Forecast:
    """The day on which the work is done, 1 the first one, and the interval; None beyond MOST_DAYS.

    expected, least, most: the sums after each day up to the late day, or twice `day`; no more than the work.
    """

    per_day: float
    day: int | None
    early: int | None
    late: int | None
    expected: tuple[float, ...]
    least: tuple[float, ...]
    most: tuple[float, ...]


def forecast(counts: Sequence[int], left: int) -> Forecast | None:
    """Of `left` pieces at the pace of `counts`, one for each whole day; None below LEAST_DAYS or without any piece."""
    if len(counts) < LEAST_DAYS or not any(counts):
        return None
    from scipy.special import stdtrit  # here: a web process that shows no interval of its own does without

    days, mean = np.arange(1, MOST_DAYS + 1), float(np.mean(counts))
    variance = max(float(np.var(counts, ddof=1)), mean)
    quantile = stdtrit(len(counts) - 1, (1 + LEVEL / 100) / 2)
    half = quantile * np.sqrt(variance * (days + days**2 / len(counts)))
    sums = [days * mean, np.maximum.accumulate(np.maximum(days * mean - half, 0)), days * mean + half]
    done, late, early = (_first(each, left) for each in sums)
    shown = min(late or MOST_DAYS, 2 * (done or MOST_DAYS), MOST_DAYS)
    paths = [tuple(float(value) for value in np.minimum(each, left)[:shown]) for each in sums]
    return Forecast(mean, done, early, late, *paths)


def _first(sums, left):
    reached = sums >= left
    return int(reached.argmax()) + 1 if reached.any() else None

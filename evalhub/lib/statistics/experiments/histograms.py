"""Quantiles of values that are known by a histogram alone, and their difference between two variants."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from evalhub.lib.statistics import bounded_mean
from evalhub.lib.statistics.bounded_mean import Interval
from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW, Estimate

METHOD = "quantiles of histograms"
LEAST_BEYOND = 10  # values beyond the quantile on either side


@dataclass(frozen=True)
class Histogram:
    """How many values lie in each of bins of one width from low to high; the ends hold what lies beyond them too."""

    low: float
    high: float
    counts: tuple[int, ...]

    @property
    def n(self) -> int:
        return sum(self.counts)


def merged(parts: Sequence[Histogram]) -> Histogram:
    """All parts together. ValueError where their bins differ."""
    low, high, size = parts[0].low, parts[0].high, len(parts[0].counts)
    if any((each.low, each.high, len(each.counts)) != (low, high, size) for each in parts):
        raise ValueError("the histograms have different bins")
    return Histogram(low, high, tuple(map(sum, zip(*(each.counts for each in parts), strict=True))))


def value_at(histogram: Histogram, rank: float) -> float:
    """The value that `rank` of all values lie below, where they lie evenly in a bin."""
    width = (histogram.high - histogram.low) / len(histogram.counts)
    for place, below in enumerate(accumulate(histogram.counts)):
        if below >= rank and histogram.counts[place]:
            inside = (rank - below) / histogram.counts[place] + 1
            return histogram.low + width * (place + max(0.0, inside))
    return histogram.high


def quantile_difference(control: Histogram, treatment: Histogram, q: float, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the treatment's quantile less the control's, of separate units.

    Each quantile lies between two ranks (binomial, normal limit), and both intervals are combined as by Zou and Donner
    (2008). It tells no more than the width of a bin.
    """
    n = control.n + treatment.n
    if not control.n or not treatment.n:
        return Estimate(None, n, METHOD, reason=NOTHING)
    values = [value_at(each, q * each.n) for each in (control, treatment)]
    if min(control.n, treatment.n) * min(q, 1 - q) < LEAST_BEYOND:
        return Estimate(values[1] - values[0], n, METHOD, reason=TOO_FEW)
    from scipy.special import ndtri

    z = float(ndtri(1 - alpha / 2))
    ends = []
    for each in (control, treatment):
        half = z * math.sqrt(each.n * q * (1 - q))
        ends.append(Interval(value_at(each, q * each.n - half), value_at(each, q * each.n + half)))
    found = bounded_mean.difference((values[1], ends[1]), (values[0], ends[0]))
    return Estimate(values[1] - values[0], n, METHOD, found.low, found.high, alpha=alpha)

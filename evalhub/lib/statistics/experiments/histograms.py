"""Quantiles of values that are known by counts in bins alone, and their difference between two variants.

A bin is 2 % wide: 0, or the sign and the place of a value among the powers of 1.02, of which 1 has place 1400.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics import bounded_mean
from evalhub.lib.statistics.bounded_mean import Interval
from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW, Estimate

METHOD = "quantiles of bins"
RATIO, PLACE_OF_1, LAST_PLACE = 1.02, 1400, 2800
LEAST_BEYOND = 10  # values beyond the quantile on either side


@dataclass(frozen=True)
class Histogram:
    """Bins in the order of their values, from `lows` to `highs`; `weights` are the sums of the weights of their values,
    `squares` those of the squared weights."""

    lows: np.ndarray
    highs: np.ndarray
    weights: np.ndarray
    squares: np.ndarray
    n: int

    @cached_property
    def below(self) -> tuple[np.ndarray, np.ndarray]:
        """Weights and squares before the first bin and up to the end of each."""
        return np.append(0.0, self.weights.cumsum()), np.append(0.0, self.squares.cumsum())


@dataclass(frozen=True)
class Quantile:
    """`low` to `high` is where it lies by chance, and `resolution` how much further off, since values in a bin may lie
    anywhere in it. low and high None: too few values beyond it."""

    value: float
    low: float | None
    high: float | None
    resolution: float


@dataclass(frozen=True)
class QuantileGap:
    """The quantile of both variants, None without values, and the treatment's less the control's."""

    q: float
    control: float | None
    treatment: float | None
    difference: Estimate


def counted(values: ArrayLike) -> dict[int, int]:
    """{bin: n} of values."""
    found = np.asarray(values, dtype=np.float64)
    places = np.zeros(found.size, dtype=np.int64)
    known = found != 0
    powers = np.ceil(np.log(np.abs(found[known])) / math.log(RATIO)).astype(np.int64)
    places[known] = np.sign(found[known]) * np.clip(PLACE_OF_1 + powers, 1, LAST_PLACE)
    bins, counts = np.unique(places, return_counts=True)
    return dict(zip(bins.tolist(), counts.tolist(), strict=True))


def of_parts(parts: Iterable[tuple[Mapping[int, int] | Mapping[str, int], float]]) -> Histogram:
    """The Histogram of [({bin: n}, the weight of each of these values)]."""
    known = [(counts, weight) for counts, weight in parts if counts]
    size = sum(len(counts) for counts, _weight in known)
    keys = np.fromiter((int(key) for counts, _weight in known for key in counts), np.int64, size)
    n = np.fromiter((count for counts, _weight in known for count in counts.values()), np.float64, size)
    each = np.repeat([weight for _counts, weight in known], [len(counts) for counts, _weight in known])
    bins, places = np.unique(keys, return_inverse=True)
    weights, squares = (np.bincount(places, n * each**power, len(bins)) for power in (1, 2))
    outer = np.where(bins == 0, 0.0, np.sign(bins) * RATIO ** (np.abs(bins) - float(PLACE_OF_1)))
    inner = np.where(np.abs(bins) <= 1, 0.0, outer / RATIO)
    lows, highs = np.minimum(outer, inner), np.maximum(outer, inner)
    return Histogram(lows, highs, weights, squares, int(n.sum()))


def quantile(histogram: Histogram, q: float, *, alpha: float = 0.05) -> Quantile | None:
    """Values lie evenly in a bin; the ends are the values at the ends of the interval of the share below (Woodruff
    1952), normal limit. None without values."""
    if not histogram.n:
        return None
    total, squares = float(histogram.weights.sum()), float(histogram.squares.sum())
    value, place = _value_at(histogram, q * total)
    of_values = float(np.interp(q * total, *histogram.below))
    bin_low, bin_high = float(histogram.lows[place]), float(histogram.highs[place])
    resolution = max(value - bin_low, bin_high - value)
    beyond = (q * total) ** 2 / of_values, ((1 - q) * total) ** 2 / max(squares - of_values, 1e-300)
    if min(beyond) < LEAST_BEYOND * (1 - 1e-9):
        return Quantile(value, None, None, resolution)
    from scipy.special import ndtri

    error = math.sqrt((1 - q) ** 2 * of_values + q**2 * (squares - of_values))
    half = float(ndtri(1 - alpha / 2)) * error
    low, high = (_value_at(histogram, q * total + sign * half)[0] for sign in (-1, 1))
    return Quantile(value, low, high, resolution)


def quantile_difference(control: Histogram, treatment: Histogram, q: float, *, alpha: float = 0.05) -> QuantileGap:
    """Of separate units: both intervals are combined as by Zou and Donner (2008), and both resolutions are added."""
    first, second = (quantile(each, q, alpha=alpha) for each in (control, treatment))
    difference = _difference(first, second, control.n + treatment.n, alpha)
    return QuantileGap(q, first.value if first else None, second.value if second else None, difference)


def _difference(first, second, n, alpha):
    if first is None or second is None:
        return Estimate(None, n, METHOD, reason=NOTHING, alpha=alpha)
    value = second.value - first.value
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(value, n, METHOD, reason=TOO_FEW, alpha=alpha)
    ends = Interval(second.low, second.high), Interval(first.low, first.high)
    found = bounded_mean.difference((second.value, ends[0]), (first.value, ends[1]))
    more = first.resolution + second.resolution
    return Estimate(value, n, METHOD, found.low - more, found.high + more, alpha=alpha)


def _value_at(histogram, rank):
    """(the value that `rank` of the weights lie below, its bin)."""
    below = histogram.below[0]
    place = min(max(int(np.searchsorted(below, rank)) - 1, 0), len(histogram.weights) - 1)
    inside = min(1.0, max(0.0, (rank - float(below[place])) / float(histogram.weights[place])))
    low, high = float(histogram.lows[place]), float(histogram.highs[place])
    return low + inside * (high - low), place

"""The interval of a mean whose scores cannot leave a known range; for shares it is that of Clopper and Pearson.

The bounds are quantiles of a weighted mean of the scores and of one more at the end of the range, the weights being
uniform on the simplex (Gaffke 2005; Learned-Miller and Thomas 2019). That mean has known first two moments, and a beta
distribution with these moments takes its place: exact for scores of 0 and 1, where it is the interval of Clopper and
Pearson (1934), and so that n, mean and variance are all it needs. A value that was never met and would be far off is
allowed for, which a normal interval and a bootstrap do not. docs/statistics.md has the measured coverage.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

_TINY = 1e-15


@dataclass(frozen=True)
class Interval:
    low: float
    high: float


def interval(
    mean: float,
    variance: float,
    n: float,
    *,
    least: float = 0.0,
    most: float = 1.0,
    drawn_share: float = 0.0,
    alpha: float = 0.05,
) -> Interval:
    """The Interval, at 1 - alpha, of a mean of n scores from `least` to `most` whose variance (divided by n) is given.

    n: above 0; with weights the effective size. drawn_share: the part of a finite population that the scores are; the
    interval shrinks by sqrt(1 - drawn_share), to nothing when all were drawn (Cochran 1977, section 2.6).
    """
    width = most - least
    share, spread = (mean - least) / width, max(variance, 0.0) / width**2
    left = math.sqrt(1 - min(max(drawn_share, 0.0), 1.0))
    low = least + width * min(_bound(share, spread, n, 0.0, alpha), share)
    high = least + width * max(_bound(share, spread, n, 1.0, alpha), share)
    return Interval(low=float(mean - (mean - low) * left), high=float(mean + (high - mean) * left))


def of_counts(values: np.ndarray, times: np.ndarray, *, least: float = 0.0, most: float = 1.0) -> Interval:
    """The Interval of the mean of `values`, each of which occurs `times` times."""
    n = times.sum()
    mean = float(values @ times) / n
    return interval(mean, float((values - mean) ** 2 @ times) / n, n, least=least, most=most)


def share(rate: float, n: float, *, drawn_share: float = 0.0) -> Interval:
    """The Interval of a share of n, which may be effective sizes and so no whole number."""
    return interval(rate, rate * (1 - rate), n, drawn_share=drawn_share)


def difference(first: tuple[float, Interval], second: tuple[float, Interval]) -> Interval:
    """The Interval of the difference of two means, from ((mean, Interval), (mean, Interval)) (Zou and Donner 2008)."""
    (one, own), (other, their) = first, second
    down = math.hypot(one - own.low, their.high - other)
    up = math.hypot(own.high - one, other - their.low)
    return Interval(low=one - other - down, high=one - other + up)


def effective_size(weights: ArrayLike) -> float:
    """Kish's: the squared sum of the weights over the sum of their squares."""
    weights = np.asarray(weights, dtype=np.float64)
    return float(weights.sum() ** 2 / (weights**2).sum())


def _bound(mean, variance, n, end, alpha):
    """The lower bound with one more score of 0 at `end` 0, the upper one with one of 1 at `end` 1."""
    from scipy.special import betaincinv  # here: a web process that shows no interval of its own does without

    centre = (n * mean + end) / (n + 1)
    # Of the n + 1 scores, without the loss of digits of a difference of squares.
    spread = (n * variance + n * (mean - centre) ** 2 + (end - centre) ** 2) / (n + 1) / (n + 2)
    if not 0 < centre < 1 or spread <= _TINY**2:
        return min(max(centre, 0.0), 1.0)
    size = centre * (1 - centre) / spread - 1
    return float(betaincinv(centre * size, (1 - centre) * size, alpha / 2 if end == 0.0 else 1 - alpha / 2))

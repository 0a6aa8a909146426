"""Means of variants whose units were shared out by changing shares: every outcome counts by 1 / its own chance.

Plain means of a bandit's variants are biased: a variant that starts badly is measured less (Horvitz and Thompson 1952;
Hajek 1971).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.experiments.moments import SampleMoments

METHOD = "inverse propensity"
LEAST_UNITS = 30
RANGE = "propensities are above 0 and at most 1"


@dataclass(frozen=True)
class WeightedMean:
    """`size` is Kish's effective size. error None: too few; 0: nothing varies."""

    value: float | None
    error: float | None
    n: int
    size: float = 0.0

    def estimate(self, *, alpha: float = 0.05) -> Estimate:
        """With the interval by Student's t at the effective size less one: with equal chances that of a plain mean."""
        if not self.error or self.value is None:
            reason = NOTHING if self.value is None else TOO_FEW if self.error is None else NO_VARIATION
            return Estimate(self.value, self.n, METHOD, reason=reason)
        from scipy.special import stdtrit

        half = float(stdtrit(self.size - 1, 1 - alpha / 2)) * self.error
        return Estimate(self.value, self.n, METHOD, self.value - half, self.value + half, alpha=alpha)


def of_parts(parts: Sequence[tuple[SampleMoments, float]]) -> WeightedMean:
    """A variant's mean over all units, from the moments of those of its units that had the same chance, and the chance.

    ValueError for a chance outside (0, 1].
    """
    if not all(0 < chance <= 1 for _moments, chance in parts):
        raise ValueError(RANGE)
    known = [(moments, 1 / chance) for moments, chance in parts if moments.n]
    n = sum(moments.n for moments, _weight in known)
    if not n:
        return WeightedMean(None, None, 0)
    whole = math.fsum(moments.n * weight for moments, weight in known)
    value = math.fsum(moments.n * weight * moments.mean for moments, weight in known) / whole
    squares = math.fsum(moments.n * weight**2 for moments, weight in known)
    spread = math.fsum(weight**2 * (each.m2 + each.n * (each.mean - value) ** 2) for each, weight in known)
    return _weighted(value, n, whole, squares, spread)


def mean(outcomes: ArrayLike, propensities: ArrayLike, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of a variant's mean over all units, from the outcomes of those it got and the chance of each.

    ValueError for a propensity outside (0, 1].
    """
    found, chances = np.asarray(outcomes, dtype=np.float64), np.asarray(propensities, dtype=np.float64)
    if not found.size:
        return WeightedMean(None, None, 0).estimate(alpha=alpha)
    if chances.min() <= 0 or chances.max() > 1:
        raise ValueError(RANGE)
    weights = 1 / chances
    whole = float(weights.sum())
    value = float((weights * found).sum()) / whole
    squares, spread = float((weights**2).sum()), float((weights**2 * (found - value) ** 2).sum())
    return _weighted(value, int(found.size), whole, squares, spread).estimate(alpha=alpha)


def gain(means: Sequence[WeightedMean], shares: Sequence[float], *, alpha: float = 0.05) -> Estimate:
    """What a unit gained by the shares that units were given out by, in place of `shares`, on the scale of the metric:
    the sum of (n of a variant / n - its share) mean.

    With even shares what a bandit saved of the regret of an even split; with all of it for the control what it gained
    over the control alone. Given how many units each variant got; TOO_FEW where a mean that counts has no error.
    """
    n = sum(each.n for each in means)
    if not n:
        return Estimate(None, 0, METHOD, reason=NOTHING, alpha=alpha)
    parts = [(each.n / n - share, each) for each, share in zip(means, shares, strict=True)]
    counted = [(factor, each) for factor, each in parts if factor]
    if any(each.value is None for _factor, each in counted):
        return Estimate(None, n, METHOD, reason=NOTHING, alpha=alpha)
    value = math.fsum(factor * (each.value or 0.0) for factor, each in counted)
    if any(each.error is None for _factor, each in counted):
        return Estimate(value, n, METHOD, reason=TOO_FEW, alpha=alpha)
    squares = [((factor * (each.error or 0.0)) ** 2, each.size) for factor, each in counted]
    squared = math.fsum(square for square, _size in squares)
    if not squared:
        return Estimate(value, n, METHOD, reason=NO_VARIATION, alpha=alpha)
    from scipy.special import stdtrit

    freedom = squared**2 / math.fsum(square**2 / (size - 1) for square, size in squares)
    half = float(stdtrit(freedom, 1 - alpha / 2)) * math.sqrt(squared)
    return Estimate(value, n, METHOD, value - half, value + half, alpha=alpha)


def _weighted(value, n, whole, squares, spread):
    size = whole**2 / squares
    if n < LEAST_UNITS or size < 2:
        return WeightedMean(value, None, n, size)
    return WeightedMean(value, math.sqrt(spread * size / (size - 1)) / whole, n, size)

"""Means of variants whose units were shared out by changing shares: every outcome counts by 1 / its own chance.

Plain means of a bandit's variants are biased: a variant that starts badly is measured less (Horvitz and Thompson 1952;
Hajek 1971).
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.bounded_mean import effective_size
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

METHOD = "inverse propensity"
LEAST_UNITS = 30


def mean(outcomes: ArrayLike, propensities: ArrayLike, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of a variant's mean over all units, from the outcomes of those it got and the chance of each.

    Student's t at Kish's effective size less one: with equal chances the interval of a plain mean. ValueError for a
    propensity outside (0, 1].
    """
    found, chances = np.asarray(outcomes, dtype=np.float64), np.asarray(propensities, dtype=np.float64)
    n = int(found.size)
    if not n:
        return Estimate(None, 0, METHOD, reason=NOTHING)
    if chances.min() <= 0 or chances.max() > 1:
        raise ValueError("propensities are above 0 and at most 1")
    weights = 1 / chances
    value = float((weights * found).sum() / weights.sum())
    if n < LEAST_UNITS:
        return Estimate(value, n, METHOD, reason=TOO_FEW)
    size = effective_size(weights)
    if size < 2:
        return Estimate(value, n, METHOD, reason=TOO_FEW)
    error = math.sqrt(float((weights**2 * (found - value) ** 2).sum()) * size / (size - 1)) / float(weights.sum())
    if not error:
        return Estimate(value, n, METHOD, reason=NO_VARIATION)
    from scipy.special import stdtrit

    half = float(stdtrit(size - 1, 1 - alpha / 2)) * error
    return Estimate(value, n, METHOD, value - half, value + half, alpha=alpha)

"""What scipy.stats and scipy.optimize would do, without the tens of megabytes that their import takes."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike


def root(function: Callable[[float], float], low: float, high: float, *, within: float = 1e-12) -> float:
    """Where a monotonic function crosses zero between low and high, by halving. ValueError where it does not."""
    at_low, at_high = function(low), function(high)
    if at_low * at_high > 0:
        raise ValueError(f"The function is {at_low:g} at {low:g} and {at_high:g} at {high:g}. Both signs are needed.")
    rises = at_low < at_high
    while high - low > within and low < (middle := (low + high) / 2) < high:
        if (function(middle) < 0) == rises:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def mean_ranks(values: ArrayLike) -> np.ndarray:
    """The rank of each value, from 1; values that tie have the mean of their ranks."""
    _, group, sizes = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
    return (np.cumsum(sizes) - (sizes - 1) / 2)[group]


def binomial_quantile(share: float, n: ArrayLike, p: float) -> np.ndarray:
    """The fewest of n trials, each with chance p, that at least this share of outcomes does not exceed."""
    from scipy.special import bdtr, ndtri  # here: a web process that shows no interval of its own does without

    n = np.asarray(n)
    found = np.clip(np.ceil(n * p + float(ndtri(share)) * np.sqrt(n * p * (1 - p))), 0, n)  # near, and mended below
    while (lacks := bdtr(found, n, p) < share).any():
        found += lacks
    while (spare := (found > 0) & (bdtr(np.maximum(found - 1, 0), n, p) >= share)).any():
        found -= spare
    return found

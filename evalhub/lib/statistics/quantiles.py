"""A quantile with the interval between two order statistics, which needs no shape of the distribution.

The number of n values below the true quantile q is binomial, so the ranks are those between which it lies with at least
95 % (David and Nagaraja 2003, section 7.1).
"""

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.numeric import binomial_quantile

METHOD = "order statistics"


def ranks(n: int, q: float) -> tuple[int, int] | None:
    """The ranks, from 1, of the values at both ends; None where n values do not reach 95 %."""
    low, high = (int(binomial_quantile(share, n, q)) for share in (0.025, 0.975))
    high += 1
    return (low, high) if low >= 1 and high <= n else None


def of_values(values: ArrayLike, q: float) -> Estimate:
    """The Estimate of the quantile q, between 0 and 1, of values in any order; interpolated as numpy does."""
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    n = int(ordered.size)
    if not n:
        return Estimate(None, 0, METHOD, reason=NOTHING)
    value, places = float(np.quantile(ordered, q)), ranks(n, q)
    if places is None:
        return Estimate(value, n, METHOD, reason=TOO_FEW)
    low, high = (float(ordered[rank - 1]) for rank in places)
    return Estimate(value, n, METHOD, min(low, value), max(high, value))

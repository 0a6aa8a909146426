"""Ranks of paired differences: the signed-rank test (Wilcoxon 1945) with the shift of Hodges and Lehmann (1963)."""

import math

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

METHOD = "Wilcoxon signed rank"
LEAST_PAIRS = 6  # with fewer no outcome is below 5 %
_STEPS = 80


def shift(differences: ArrayLike, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the pseudomedian: the median of the means of all two differences, each with itself as well.

    Its interval is what the test does not reject, for differences that are symmetric about it. Differences of 0 are
    left out of the test (Wilcoxon's rule), but not out of the shift.
    """
    found = np.sort(np.asarray(differences, dtype=np.float64))
    n = int(found.size)
    if not n:
        return Estimate(None, 0, METHOD, reason=NOTHING)
    pairs = n * (n + 1) // 2
    value = (_ranked(found, (pairs + 1) // 2) + _ranked(found, pairs // 2 + 1)) / 2
    if n < LEAST_PAIRS:
        return Estimate(value, n, METHOD, reason=TOO_FEW)
    if found[0] == found[-1]:
        return Estimate(value, n, METHOD, reason=NO_VARIATION)
    from scipy.special import ndtri
    from scipy.stats import wilcoxon

    kept = found[found != 0]
    p = float(wilcoxon(kept).pvalue) if kept.size else 1.0
    spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    rank = max(1, math.floor(pairs / 2 + float(ndtri(alpha / 2)) * spread))
    return Estimate(value, n, METHOD, _ranked(found, rank), _ranked(found, pairs + 1 - rank), p)


def _ranked(ordered, rank):
    """The rank-th smallest mean of two of the ordered values, by halving: n log n a step, and no n squared memory."""
    low, high = float(ordered[0]), float(ordered[-1])
    for _step in range(_STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if _at_most(ordered, middle) >= rank:
            high = middle
        else:
            low = middle
    return high if _at_most(ordered, low) < rank else low


def _at_most(ordered, limit):
    """How many means of two values, each with itself as well, are at most the limit."""
    both = int(np.searchsorted(ordered, 2 * limit - ordered, side="right").sum())
    alone = int(np.searchsorted(ordered, limit, side="right"))
    return (both + alone) // 2

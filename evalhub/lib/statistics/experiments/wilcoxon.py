"""Ranks of paired differences: the signed-rank test (Wilcoxon 1945) with the shift of Hodges and Lehmann (1963)."""

import math

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

METHOD = "Wilcoxon signed rank"
_EXACT_UP_TO = 50  # pairs; beyond it the normal limit
_STEPS = 80


def shift(differences: ArrayLike, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the pseudomedian: the median of the means of all two differences, each with itself as well.

    Its interval is what the test does not reject, for differences that are symmetric about it: for few by the exact
    distribution of the signed ranks' sum, and so wider than it need be where differences tie. None where no outcome of
    so few is as rare as alpha. Differences of 0 are left out of the test (Wilcoxon's rule), but not out of the shift.
    """
    found = np.sort(np.asarray(differences, dtype=np.float64))
    n = int(found.size)
    if not n:
        return Estimate(None, 0, METHOD, reason=NOTHING)
    pairs = n * (n + 1) // 2
    value = (_ranked(found, (pairs + 1) // 2) + _ranked(found, pairs // 2 + 1)) / 2
    rank = _lower_rank(n, alpha)
    if not rank:
        return Estimate(value, n, METHOD, reason=TOO_FEW)
    if found[0] == found[-1]:
        return Estimate(value, n, METHOD, reason=NO_VARIATION)
    from scipy.stats import wilcoxon

    kept = found[found != 0]
    p = float(wilcoxon(kept).pvalue) if kept.size else 1.0
    return Estimate(value, n, METHOD, _ranked(found, rank), _ranked(found, pairs + 1 - rank), p, alpha=alpha)


def _lower_rank(n, alpha):
    """Of the means of two differences, from 1, the one at the lower end; 0: none."""
    if n > _EXACT_UP_TO:
        from scipy.special import ndtri

        spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return max(0, math.floor(n * (n + 1) / 4 + float(ndtri(alpha / 2)) * spread))
    return int(np.searchsorted(np.cumsum(_chances_of_sums(n)), alpha / 2 * (1 + 1e-12), side="right"))


def _chances_of_sums(n):
    """Of each sum of the ranks 1 to n with a coin for each, from 0 on."""
    found = np.zeros(n * (n + 1) // 2 + 1)
    found[0] = 1.0
    for rank in range(1, n + 1):
        found[rank:] += found[:-rank].copy()
        found /= 2
    return found


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

"""Ranks of paired differences: the signed-rank test (Wilcoxon 1945) with the shift of Hodges and Lehmann (1963)."""

import math

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, UNINFORMATIVE, Estimate
from evalhub.lib.statistics.numeric import mean_ranks

METHOD = "Wilcoxon signed rank"
_EXACT_UP_TO = 50  # pairs; beyond it the normal limit
_STEPS = 80


def shift(differences: ArrayLike, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the pseudomedian: the median of the means of all two differences, each with itself as well.

    Its interval is what the test does not reject, for differences that are symmetric about it: for few by the exact
    distribution of the signed ranks' sum, and so wider than it need be where differences tie. None where no outcome of
    so few is as rare as alpha, and UNINFORMATIVE where so many differences tie that both ends are the same number.
    Differences of 0 are left out of the test (Wilcoxon's rule), but not out of the shift.
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
    p = _p_value(found[found != 0])
    low, high = _ranked(found, rank), _ranked(found, pairs + 1 - rank)
    if low == high:
        return Estimate(value, n, METHOD, p=p, reason=UNINFORMATIVE, alpha=alpha)
    return Estimate(value, n, METHOD, low, high, p, alpha=alpha)


def _lower_rank(n, alpha):
    """Of the means of two differences, from 1, the one at the lower end; 0: none."""
    if n > _EXACT_UP_TO:
        from scipy.special import ndtri

        spread = math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return max(0, math.floor(n * (n + 1) / 4 + float(ndtri(alpha / 2)) * spread))
    sums = np.cumsum(_chances_of_sums(range(1, n + 1)))
    return int(np.searchsorted(sums, alpha / 2 * (1 + 1e-12), side="right"))


def _p_value(found):
    """Of differences other than 0: exact for few, with the mean rank for those that tie."""
    if not found.size:
        return 1.0
    ranks = mean_ranks(np.abs(found))
    if found.size > _EXACT_UP_TO:
        from scipy.special import ndtr

        # A sum of ranks with a coin for each: ties shrink its deviation by themselves.
        excess = abs(float((ranks * np.sign(found)).sum()))
        return 2 * float(ndtr(-excess / math.sqrt(float((ranks**2).sum()))))
    doubled = np.rint(2 * ranks).astype(int)  # mean ranks have halves
    sums, own = np.cumsum(_chances_of_sums(doubled.tolist())), int(doubled[found > 0].sum())
    return min(1.0, 2 * float(sums[min(own, int(doubled.sum()) - own)]))


def _chances_of_sums(ranks):
    """Of each sum, from 0 on, of ranks with a coin for each."""
    found = np.zeros(sum(ranks) + 1)
    found[0] = 1.0
    for rank in ranks:
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
    # The mean of two values next to the limit: halving ends within a rounding error of one, which matters for ties.
    limit = high if _at_most(ordered, low) < rank else low
    places = np.searchsorted(ordered, 2 * limit - ordered).clip(0, ordered.size - 1)
    means = np.concatenate([ordered + ordered[places], ordered + ordered[np.maximum(places - 1, 0)]]) / 2
    return float(means[np.abs(means - limit).argmin()])


def _at_most(ordered, limit):
    """How many means of two values, each with itself as well, are at most the limit."""
    both = int(ordered.searchsorted(2 * limit - ordered, side="right").sum())
    alone = int(ordered.searchsorted(limit, side="right"))
    return (both + alone) // 2

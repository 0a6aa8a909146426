"""Power of McNemar's exact test, for pairs that pass or fail: what counts is how many of them differ."""

import math

import numpy as np

from evalhub.lib.statistics.numeric import binomial_quantile, root

REACH = 9  # deviations of the number of pairs that differ, beyond which chances are left out
MOST_PAIRS = 10_000_000


def power(effect: float, differing: float, n: int, *, alpha: float = 0.05) -> float:
    """The chance that the two-sided test of n pairs finds this difference of both shares of passes.

    `differing` is the share of pairs in which one passes and the other fails, at least |effect|. Binomial throughout:
    of n pairs so many differ, and of these so many are gained.
    """
    from scipy.special import bdtr, bdtrc, betaln, xlog1py, xlogy  # here: a web process that shows no plan does without

    gained = (differing + abs(effect)) / (2 * differing)
    spread = REACH * math.sqrt(n * differing * (1 - differing)) + REACH
    flipped = np.arange(max(0, math.floor(n * differing - spread)), min(n, math.ceil(n * differing + spread)) + 1)
    limits = binomial_quantile(alpha / 2, flipped, 0.5)
    limits -= bdtr(limits, flipped, 0.5) > alpha / 2  # the most losses, or gains, that the test rejects
    rejects = limits >= 0
    flipped, limits = flipped[rejects], limits[rejects]
    found = bdtr(limits, flipped, gained) + bdtrc(flipped - limits - 1, flipped, gained)
    ways = -betaln(flipped + 1, n - flipped + 1) - math.log(n + 1)  # the logarithm of n over flipped
    chances = np.exp(ways + xlogy(flipped, differing) + xlog1py(n - flipped, -differing))
    return float(np.sum(chances * found))


def pairs_for(effect: float, differing: float, *, alpha: float = 0.05, chance: float = 0.8) -> int | None:
    """The pairs that find it with this chance; None beyond MOST_PAIRS. Found by halving."""
    most = 8
    while power(effect, differing, most, alpha=alpha) < chance:
        most *= 2
        if most > MOST_PAIRS:
            return None
    least = most // 2
    while most - least > 1:
        middle = (least + most) // 2
        if power(effect, differing, middle, alpha=alpha) < chance:
            least = middle
        else:
            most = middle
    return most


def detectable(n: int, differing: float, *, alpha: float = 0.05, chance: float = 0.8) -> float | None:
    """The smallest difference that n pairs find with this chance; None where even the largest is not found."""
    if power(differing, differing, n, alpha=alpha) < chance:
        return None
    return root(lambda effect: power(effect, differing, n, alpha=alpha) - chance, 0.0, differing, within=1e-6)

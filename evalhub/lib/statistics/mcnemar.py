"""Two systems that pass or fail the same cases: McNemar's exact test of the cases that flipped (McNemar 1947)."""

import math

from evalhub.lib.statistics.estimate import NOTHING, Estimate

METHOD = "McNemar exact"


def exact_p(gained: int, lost: int) -> float:
    """The two-sided p-value of `gained` cases that only the second passes, `lost` only the first; 1 without any."""
    from scipy.special import bdtr  # here: a web process that shows no interval of its own does without

    flipped = gained + lost
    return min(1.0, 2 * float(bdtr(min(gained, lost), flipped, 0.5))) if flipped else 1.0


def share_difference(gained: int, lost: int, n: int, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of (gained - lost) / n, the difference of both shares over the same n cases.

    The interval is Bonett and Price's (2012) adjusted Wald interval, which stays within -1 and 1.
    """
    if n <= 0:
        return Estimate(None, 0, METHOD, reason=NOTHING)
    from scipy.special import ndtri

    up, down = (gained + 1) / (n + 2), (lost + 1) / (n + 2)
    half = float(ndtri(1 - alpha / 2)) * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    low, high = max(-1.0, up - down - half), min(1.0, up - down + half)
    value = (gained - lost) / n
    return Estimate(value, n, METHOD, min(low, value), max(high, value), exact_p(gained, lost), alpha=alpha)

"""The share of n with the interval of Wilson (1927), nominally 95 %."""

import math

from evalhub.lib.statistics.estimate import NOTHING, Estimate

METHOD = "Wilson"
Z = 1.959963984540054


def wilson(count: float, n: float, *, z: float = Z) -> Estimate:
    """The Estimate of count / n. n may be an effective size, and so no whole number."""
    if n <= 0:
        return Estimate(None, 0, METHOD, reason=NOTHING)
    share = count / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Estimate(share, round(n), METHOD, 0.0 if count <= 0 else low, 1.0 if count >= n else high)

"""The share of n with the interval of Wilson (1927), nominally 95 %."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace

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


def wilson_of_clusters(hits: Sequence[bool], clusters: Sequence[Hashable]) -> Estimate:
    """The share of hits, where several belong to one cluster, such as answers to one case, and err together.

    n is their number; the interval is that of the effective size (Kish 1965), which is never above it.
    """
    n, count = len(hits), sum(hits)
    if not 0 < count < n or len(set(clusters)) == n:
        size = len(set(clusters))
        return replace(wilson(count / n * size, size), n=n) if n else wilson(0, 0)
    share, sums = count / n, dict.fromkeys(clusters, 0.0)
    for hit, cluster in zip(hits, clusters, strict=True):
        sums[cluster] += hit - share
    variance = sum(each * each for each in sums.values()) / n**2
    size = min(float(n), share * (1 - share) / variance) if variance else float(n)
    return replace(wilson(share * size, size), n=n)

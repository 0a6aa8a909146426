"""The 95 % interval of a slope over rows that come in clusters, by leaving one cluster out at a time."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_CLUSTERS = 6  # fewer have no interval: it was not found to cover (docs/statistics.md)


@dataclass(frozen=True)
class Slope:
    """Least squares through the origin; low and high are None for too few clusters. value None: x does not vary."""

    value: float | None
    low: float | None = None
    high: float | None = None


def slope(clusters: Sequence[tuple[float, float]]) -> Slope:
    """clusters: (sum of x * x, sum of x * y) over the rows of each; those without variation of x tell nothing.

    The jackknife of clusters, CR3 (Bell and McCaffrey 2002), with Student's t at one degree less than clusters.
    """
    told = [cluster for cluster in clusters if cluster[0] > 0]
    if not told:
        return Slope(None)
    square, product = (math.fsum(sums) for sums in zip(*told, strict=True))
    value = product / square
    if len(told) < LEAST_CLUSTERS:
        return Slope(value)
    from scipy.special import stdtrit  # here: as in `bounded_mean`

    n = len(told)
    others = [(product - own) / (square - weight) for weight, own in told]
    error = math.sqrt((n - 1) / n * math.fsum((other - value) ** 2 for other in others))
    half = float(stdtrit(n - 1, 0.975)) * error
    return Slope(value, value - half, value + half)

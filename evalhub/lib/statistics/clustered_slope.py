"""A slope over rows that come in clusters, with the interval of the jackknife."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evalhub.lib.statistics import jackknife


@dataclass(frozen=True)
class Slope:
    """Least squares through the origin; low and high are None for too few clusters. value None: x does not vary."""

    value: float | None
    low: float | None = None
    high: float | None = None


def slope(clusters: Sequence[tuple[float, float]]) -> Slope:
    """clusters: (sum of x * x, sum of x * y) over the rows of each; those without variation of x tell nothing."""
    told = [cluster for cluster in clusters if cluster[0] > 0]
    if not told:
        return Slope(None)
    square, product = (math.fsum(sums) for sums in zip(*told, strict=True))
    value = product / square
    if len(told) < jackknife.LEAST_CLUSTERS:
        return Slope(value)
    found = jackknife.interval(value, [(product - own) / (square - weight) for weight, own in told])
    return Slope(value, found.low, found.high) if found else Slope(value)

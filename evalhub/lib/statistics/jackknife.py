"""The 95 % interval of a figure by leaving one cluster of its data out at a time, with Student's t."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST_CLUSTERS = 6  # fewer have no interval: it was not found to cover (docs/statistics.md)


@dataclass(frozen=True)
class Jackknifed:
    """`p` is of the hypothesis that the figure is 0; None where leaving out any cluster changes nothing."""

    low: float
    high: float
    p: float | None


def interval(value: float, others: Sequence[float]) -> Jackknifed | None:
    """others: the figure without each of the clusters; None for fewer than LEAST_CLUSTERS.

    Deviations are from the figure itself (CR3, Bell and McCaffrey 2002). For a mean of clusters that is the t-test.
    """
    n = len(others)
    if n < LEAST_CLUSTERS:
        return None
    from scipy.special import stdtr, stdtrit  # here: a web process that shows no interval of its own does without

    error = math.sqrt((n - 1) / n * math.fsum((other - value) ** 2 for other in others))
    half = float(stdtrit(n - 1, 0.975)) * error
    p = 2 * float(stdtr(n - 1, -abs(value) / error)) if error else None
    return Jackknifed(value - half, value + half, p)

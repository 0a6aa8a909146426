"""What so many cases can show before any is scored: how wide an interval, and how small a difference."""

import math
from dataclasses import dataclass

from evalhub.lib.statistics.experiments import power

POWER = 0.8
USUAL_SHARE = 0.8  # of passes, where nothing is known


@dataclass(frozen=True)
class Detectable:
    """`half_width` of the 95 % interval of a mean; `difference` from a baseline on the same n cases that a two-sided
    paired test at 5 % finds with POWER. Both None below two cases, and without a spread."""

    n: int
    sd: float
    half_width: float | None
    difference: float | None


def of_cases(n: int, sd: float, *, correlation: float = 0.0) -> Detectable:
    """The Detectable of n cases whose scores have this standard deviation.

    correlation: of the scores of both systems over cases; 0, where it is not known, is the careful assumption, since
    the differences of pairs that go together vary less.
    """
    if n < 2 or sd <= 0:
        return Detectable(n, sd, None, None)
    from scipy.special import stdtrit  # here: a web process that shows no interval of its own does without

    error = 1 / math.sqrt(n)
    gap = power.detectable(power.paired_deviation(sd, sd, correlation) * error, chance=POWER)
    return Detectable(n, sd, float(stdtrit(n - 1, 0.975)) * sd * error, gap)


def assumed_sd(least: float | None, most: float | None, *, is_share: bool = False) -> float | None:
    """A standard deviation where nothing was scored yet: that of a share near USUAL_SHARE, else a quarter of the range
    of the scale; None for a scale without ends."""
    if is_share:
        return math.sqrt(USUAL_SHARE * (1 - USUAL_SHARE))
    return None if least is None or most is None or most <= least else (most - least) / 4

"""The mean of scores with its interval, from n, mean and the sum of squared deviations."""

import math

from evalhub.lib.statistics import bounded_mean
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

BOUNDED, STUDENT = METHODS = ("bounded mean", "Student's t")


def of_moments(
    n: int,
    mean: float | None,
    m2: float | None,
    *,
    least: float | None = None,
    most: float | None = None,
    alpha: float = 0.05,
) -> Estimate:
    """The Estimate of the mean of n scores; m2 is the sum of their squared deviations from it.

    Scores with a known range, from `least` to `most`, have the interval of `bounded_mean`; all others Student's t,
    which needs two scores that differ. The interval is at 1 - alpha.
    """
    scale = (least, most) if least is not None and most is not None and most > least else None
    method = STUDENT if scale is None else BOUNDED
    if not n or mean is None or m2 is None:
        return Estimate(None, n, method, reason=NOTHING)
    if scale is not None:
        found = bounded_mean.interval(mean, m2 / n, n, least=scale[0], most=scale[1], alpha=alpha)
        return Estimate(mean, n, method, found.low, found.high, alpha=alpha)
    if n < 2 or m2 <= 0:
        return Estimate(mean, n, method, reason=TOO_FEW if n < 2 else NO_VARIATION)
    from scipy.special import stdtr, stdtrit  # here: a web process that shows no interval of its own does without

    error = math.sqrt(m2 / (n - 1) / n)
    half = float(stdtrit(n - 1, 1 - alpha / 2)) * error
    p = 2 * float(stdtr(n - 1, -abs(mean) / error))
    return Estimate(mean, n, method, mean - half, mean + half, p, alpha=alpha)

"""Ratios of means: a metric per unit of something, and a difference relative to the control (delta method)."""

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, UNINFORMATIVE, Estimate
from evalhub.lib.statistics.experiments import welch
from evalhub.lib.statistics.experiments.moments import SampleMoments

RATIO, RELATIVE = "ratio, delta method", "relative, delta method"


def ratio(numerators: ArrayLike, denominators: ArrayLike) -> tuple[int, float, float | None] | None:
    """(n, ratio of the means, its squared standard error); None where the denominators' mean is 0 or there are none.

    The values are of one unit each, such as a conversation's cost and its turns. Deng, Knoblich and Lu (2018).
    """
    top, below = (np.asarray(each, dtype=np.float64) for each in (numerators, denominators))
    if not top.size or not below.mean():
        return None
    value = float(top.mean() / below.mean())
    if top.size < 2:
        return int(top.size), value, None
    rest = (top - value * below) / below.mean()
    return int(top.size), value, float(rest.var(ddof=1)) / top.size


def difference(
    control: tuple[ArrayLike, ArrayLike], treatment: tuple[ArrayLike, ArrayLike], *, alpha: float = 0.05
) -> Estimate:
    """The Estimate of the treatment's ratio less the control's; each is (numerators, denominators)."""
    first, second = ratio(*control), ratio(*treatment)
    if first is None or second is None:
        n = sum(len(np.asarray(top)) for top, _below in (control, treatment))
        return Estimate(None, n, RATIO, reason=UNINFORMATIVE if n else NOTHING)
    gap = second[1] - first[1]
    return welch.of_means(gap, (first[0], first[2]), (second[0], second[2]), alpha=alpha, method=RATIO)


def relative_difference(control: SampleMoments, treatment: SampleMoments, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the difference of the means divided by the size of the control's mean.

    UNINFORMATIVE where that is 0; NO_VARIATION where either sample has none. Student's t at Welch's degrees of freedom.
    """
    n = control.n + treatment.n
    if not control.n or not treatment.n:
        return Estimate(None, n, RELATIVE, reason=NOTHING)
    if not control.mean:
        return Estimate(None, n, RELATIVE, reason=UNINFORMATIVE)
    size = abs(control.mean)
    value = (treatment.mean - control.mean) / size
    first, second = control.error_squared, treatment.error_squared
    if first is None or second is None:
        return Estimate(value, n, RELATIVE, reason=TOO_FEW)
    if not first or not second:
        return Estimate(value, n, RELATIVE, reason=NO_VARIATION)
    from scipy.special import stdtr, stdtrit

    error = (second / size**2 + first * treatment.mean**2 / size**4) ** 0.5
    freedom = welch.degrees_of_freedom((control.n, first), (treatment.n, second))
    half = float(stdtrit(freedom, 1 - alpha / 2)) * error
    p = 2 * float(stdtr(freedom, -abs(value) / error))
    return Estimate(value, n, RELATIVE, value - half, value + half, p, alpha=alpha)

"""A limit that must hold: the treatment is shown to be no worse than the control by more than a margin."""

import math
from dataclasses import dataclass

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW


@dataclass(frozen=True)
class Guardrail:
    """`gain` is the difference, turned so that more is better, and `bound` its one-sided lower end at 1 - alpha.

    `p` is of the hypothesis that the treatment is worse by `margin` or more. `is_shown` only where the bound excludes
    that; otherwise the limit is not shown to hold, which is not the same as broken. `is_harmed` where the whole
    two-sided interval lies below -margin. `reason`: why there is no bound.
    """

    gain: float | None
    margin: float
    bound: float | None = None
    p: float | None = None
    is_shown: bool = False
    is_harmed: bool = False
    reason: str = ""


def guardrail(
    value: float | None,
    error: float | None,
    freedom: float | None,
    *,
    margin: float,
    lower_is_better: bool = False,
    alpha: float = 0.05,
) -> Guardrail:
    """The Guardrail of a difference with its standard error and degrees of freedom (None: normal)."""
    if margin < 0:
        raise ValueError(f"margin is {margin}. Valid: 0 or more.")
    if value is None:
        return Guardrail(None, margin, reason=NOTHING)
    gain = -value if lower_is_better else value
    if error is None:
        return Guardrail(gain, margin, reason=TOO_FEW)
    if not error:
        return Guardrail(gain, margin, reason=NO_VARIATION)
    from scipy.special import ndtr, ndtri, stdtr, stdtrit

    steps = (gain + margin) / error
    if freedom is None or not math.isfinite(freedom):
        p, one_sided, two_sided = float(ndtr(-steps)), float(ndtri(1 - alpha)), float(ndtri(1 - alpha / 2))
    else:
        p = float(stdtr(freedom, -steps))
        one_sided, two_sided = float(stdtrit(freedom, 1 - alpha)), float(stdtrit(freedom, 1 - alpha / 2))
    bound = gain - one_sided * error
    return Guardrail(gain, margin, bound, p, bound > -margin, gain + two_sided * error < -margin)

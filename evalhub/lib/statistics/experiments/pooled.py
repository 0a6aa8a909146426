"""One estimate of the same difference from several separate experiments, and how far these disagree.

Inverse variance (Cochran 1954; Higgins and Thompson 2002): weights 1 / error², a fixed effect. The interval is of the
effect that all experiments share; where they differ by more than chance, it says nothing of the next one.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

METHOD = "inverse variance, fixed effect"


@dataclass(frozen=True)
class Pooled:
    """`estimate.n` counts experiments. `q` is Cochran's with its chi-square p; `i_squared` the share of the spread
    between experiments that chance does not explain. None: not defined, for the estimate's reason."""

    estimate: Estimate
    q: float | None = None
    q_p: float | None = None
    i_squared: float | None = None
    weights: tuple[float, ...] = ()


def fixed_effect(values: Sequence[float], errors: Sequence[float], *, alpha: float = 0.05) -> Pooled:
    """The Pooled of differences with their standard errors; not defined for fewer than two, or one without spread."""
    n = len(values)
    if n < 2:
        return Pooled(Estimate(None, n, METHOD, reason=TOO_FEW if n else NOTHING, alpha=alpha))
    if not all(error > 0 for error in errors):
        return Pooled(Estimate(None, n, METHOD, reason=NO_VARIATION, alpha=alpha))
    from scipy.special import chdtrc, ndtr, ndtri

    least = min(errors)
    relative = [(least / error) ** 2 for error in errors]  # of the largest one: no overflow for tiny errors
    total = math.fsum(relative)
    weights = [each / total for each in relative]
    value = math.fsum(weight * each for weight, each in zip(weights, values, strict=True))
    error = least / math.sqrt(total)
    half = float(ndtri(1 - alpha / 2)) * error
    p = 2 * float(ndtr(-abs(value) / error))
    estimate = Estimate(value, n, METHOD, value - half, value + half, p, alpha=alpha)
    q = math.fsum(((each - value) / own) ** 2 for each, own in zip(values, errors, strict=True))
    share = max(0.0, 1 - (n - 1) / q) if q else 0.0
    return Pooled(estimate, q, float(chdtrc(n - 1, q)), share, tuple(weights))

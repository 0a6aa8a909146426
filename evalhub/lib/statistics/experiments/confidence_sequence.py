"""An interval that may be looked at as often as one likes while data come in, and the p-value that belongs to it.

Asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021): the running intervals hold the
true difference at every n at once with probability 1 - alpha. They are narrowest at `planned_n`, which must not change
while an experiment runs. The bound is that of a normal mixture (Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon
2021), and so of the mixture sequential probability ratio test.
"""

import math

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

METHOD = "confidence sequence"
LEAST_N = 30  # fewer are too few for a normal limit


def tuned(planned_n: float, *, alpha: float = 0.05) -> float:
    """The root of the mixture's variance that makes the interval narrowest at planned_n."""
    spent = -2 * math.log(alpha)
    return math.sqrt((spent + math.log1p(spent)) / planned_n)


def half_width(error: float, n: float, *, planned_n: float, alpha: float = 0.05) -> float:
    """Half of the interval of an estimate whose standard error at n is `error`."""
    scale = n * tuned(planned_n, alpha=alpha) ** 2
    return error * math.sqrt((scale + 1) / scale * (math.log1p(scale) - 2 * math.log(alpha)))


def p_value(value: float, error: float, n: float, *, planned_n: float, alpha: float = 0.05) -> float:
    """Valid at this n; over several looks the least of them is valid as well. At most 1."""
    scale = n * tuned(planned_n, alpha=alpha) ** 2
    return likelihood_ratio_p(value, error, scale * error**2)


def likelihood_ratio_p(value: float, error: float, mixture_variance: float) -> float:
    """1 / the mixture likelihood ratio of an estimate, where differences other than 0 have this variance (mSPRT)."""
    variance = error**2
    share = mixture_variance / (variance + mixture_variance)
    return math.exp(min(0.0, 0.5 * math.log1p(mixture_variance / variance) - share * value**2 / (2 * variance)))


def of_difference(value: float | None, error: float | None, n: int, *, planned_n: int, alpha: float = 0.05) -> Estimate:
    """The Estimate of a difference at one look. n: pairs, or the units of both variants together."""
    if value is None or not n:
        return Estimate(None, n, METHOD, reason=NOTHING)
    if n < LEAST_N or error is None:
        return Estimate(value, n, METHOD, reason=TOO_FEW)
    if not error:
        return Estimate(value, n, METHOD, reason=NO_VARIATION)
    half = half_width(error, n, planned_n=planned_n, alpha=alpha)
    p = p_value(value, error, n, planned_n=planned_n, alpha=alpha)
    return Estimate(value, n, METHOD, value - half, value + half, p, alpha=alpha)

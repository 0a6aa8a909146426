"""What to believe of a difference after a normal prior and the data: in closed form, without draws."""

import math
from dataclasses import dataclass

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW


@dataclass(frozen=True)
class Posterior:
    """Of the treatment less the control, turned so that more is better.

    `probability_better` is that of a difference above 0. `loss_of_treatment` is what choosing the treatment is expected
    to cost, E[max(0, -difference)], `loss_of_control` likewise E[max(0, difference)]. It is not protected against
    looking often. `reason`: why there is none.
    """

    mean: float | None = None
    deviation: float | None = None
    low: float | None = None
    high: float | None = None
    probability_better: float | None = None
    loss_of_treatment: float | None = None
    loss_of_control: float | None = None
    reason: str = ""


def of_difference(
    value: float | None,
    error: float | None,
    *,
    prior_mean: float = 0.0,
    prior_deviation: float | None = None,
    freedom: float | None = None,
    alpha: float = 0.05,
) -> Posterior:
    """The Posterior of a difference with its standard error; without a prior deviation the prior is flat.

    freedom: degrees of freedom of the error, which then counts as wide as Student's t with as many varies; TOO_FEW for
    2 or less. None: the error is known, or of very many.
    """
    if value is None or error is None or not error or (freedom is not None and freedom <= 2):
        return Posterior(reason=NOTHING if value is None else NO_VARIATION if error == 0 else TOO_FEW)
    if freedom is not None:
        error *= math.sqrt(freedom / (freedom - 2))
    weight = 0.0 if prior_deviation is None else 1 / prior_deviation**2
    precision = 1 / error**2 + weight
    mean, deviation = (value / error**2 + prior_mean * weight) / precision, math.sqrt(1 / precision)
    from scipy.special import ndtr, ndtri

    half = float(ndtri(1 - alpha / 2)) * deviation
    of_control, of_treatment = losses(mean, deviation)
    return Posterior(mean, deviation, mean - half, mean + half, float(ndtr(mean / deviation)), of_treatment, of_control)


def losses(mean: float, deviation: float) -> tuple[float, float]:
    """(expected loss of choosing the control, of choosing the treatment) of a normal difference."""
    from scipy.special import ndtr

    steps = mean / deviation
    density = deviation * math.exp(-steps * steps / 2) / math.sqrt(2 * math.pi)
    return mean * float(ndtr(steps)) + density, density - mean * float(ndtr(-steps))


def probability_above(posterior: Posterior, least: float) -> float | None:
    """The probability of a difference above `least`; None without a posterior."""
    if posterior.mean is None or not posterior.deviation:
        return None
    from scipy.special import ndtr

    return float(ndtr((posterior.mean - least) / posterior.deviation))

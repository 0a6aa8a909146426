"""The difference of the means of two separate samples (Welch 1947)."""

import math

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.experiments.moments import SampleMoments

METHOD = "Welch's t"


def difference(control: SampleMoments, treatment: SampleMoments, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the treatment's mean less the control's, with an interval at 1 - alpha; n is of both samples."""
    n = control.n + treatment.n
    if not control.n or not treatment.n:
        return Estimate(None, n, METHOD, reason=NOTHING)
    return of_means(
        treatment.mean - control.mean,
        (control.n, control.error_squared),
        (treatment.n, treatment.error_squared),
        alpha=alpha,
    )


def of_means(
    value: float,
    control: tuple[int, float | None],
    treatment: tuple[int, float | None],
    *,
    alpha: float = 0.05,
    method: str = METHOD,
) -> Estimate:
    """The Estimate of a difference, where each sample is (n, squared standard error of what it contributes)."""
    (n_control, first), (n_treatment, second) = control, treatment
    n = n_control + n_treatment
    if first is None or second is None:
        return Estimate(value, n, method, reason=TOO_FEW)
    error = math.sqrt(first + second)
    if not error:
        return Estimate(value, n, method, reason=NO_VARIATION)
    from scipy.special import stdtr, stdtrit  # here: a web process that shows no interval of its own does without

    freedom = degrees_of_freedom((n_control, first), (n_treatment, second))
    half = float(stdtrit(freedom, 1 - alpha / 2)) * error
    p = 2 * float(stdtr(freedom, -abs(value) / error))
    return Estimate(value, n, method, value - half, value + half, p, alpha=alpha)


def degrees_of_freedom(control: tuple[float, float], treatment: tuple[float, float]) -> float:
    """Welch and Satterthwaite's, from (n, squared standard error) of each sample."""
    (n_control, first), (n_treatment, second) = control, treatment
    return (first + second) ** 2 / (first**2 / (n_control - 1) + second**2 / (n_treatment - 1))

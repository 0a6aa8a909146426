"""The mean that people would find: a judge's scores of everything, corrected by people's labels of a random sample.

Prediction-powered inference with the weight of least variance (Angelopoulos, Duchi and Zrnic 2023, PPI++).
docs/statistics.md has the measured coverage.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

METHOD = "PPI++"
LEAST_LABELLED = 40  # the normal interval of fewer covers less than it says


@dataclass(frozen=True)
class Corrected:
    """`estimate`, the Estimate of the people's mean; `weight`, from 0 to 1, that the judge's scores have in it; and how
    many times as many labels would give people alone an interval as narrow; None without one."""

    estimate: Estimate
    weight: float = 0.0
    worth: float | None = None


def corrected_mean(labels: ArrayLike, scores: ArrayLike, others: ArrayLike, *, alpha: float = 0.05) -> Corrected:
    """labels and scores: people's and the judge's of the same randomly drawn items; others: the judge's of the rest.

    Without a rest the judge has nothing to add: the weight is 0, as it is in the limit.
    """
    people, judge, rest = (np.asarray(each, dtype=np.float64) for each in (labels, scores, others))
    n, size = int(people.size), int(rest.size)
    if not n:
        return Corrected(Estimate(None, n, METHOD, reason=NOTHING))
    weight = _weight(people, judge, rest) if size else 0.0
    value = float((people - weight * judge).mean() + (weight * rest.mean() if size else 0.0))
    if n < LEAST_LABELLED:
        return Corrected(Estimate(value, n, METHOD, reason=TOO_FEW), weight)
    variance = float((people - weight * judge).var()) / n + (weight**2 * float(rest.var()) / size if size else 0.0)
    if not variance:
        return Corrected(Estimate(value, n, METHOD, reason=NO_VARIATION), weight)
    from scipy.special import ndtr, ndtri  # here: a web process that shows no interval of its own does without

    error = math.sqrt(variance)
    half, p = float(ndtri(1 - alpha / 2)) * error, 2 * float(ndtr(-abs(value) / error))
    found = Estimate(value, n, METHOD, value - half, value + half, p, alpha=alpha)
    return Corrected(found, weight, float(people.var()) / n / variance)


def _weight(people, judge, rest):
    """That of least variance, from 0 to 1."""
    spread = np.concatenate([judge, rest]).var(ddof=1) * (1 + people.size / rest.size)
    covariance = float(((people - people.mean()) * (judge - judge.mean())).mean())
    return min(max(covariance / float(spread), 0.0), 1.0) if spread else 0.0


def difference(
    control: tuple[ArrayLike, ArrayLike, ArrayLike],
    treatment: tuple[ArrayLike, ArrayLike, ArrayLike],
    *,
    alpha: float = 0.05,
) -> Estimate:
    """The Estimate of the treatment's people's mean less the control's, of separate units; each as corrected_mean."""
    first, second = (corrected_mean(*each, alpha=alpha).estimate for each in (control, treatment))
    n = first.n + second.n
    if first.value is None or second.value is None:
        return Estimate(None, n, METHOD, reason=first.reason or second.reason)
    gap = second.value - first.value
    if first.low is None or second.low is None or first.high is None or second.high is None:
        return Estimate(gap, n, METHOD, reason=first.reason or second.reason)
    from scipy.special import ndtr, ndtri

    half = math.hypot(first.high - first.low, second.high - second.low) / 2
    p = 2 * float(ndtr(-abs(gap) / half * float(ndtri(1 - alpha / 2))))
    return Estimate(gap, n, METHOD, gap - half, gap + half, p, alpha=alpha)

"""A difference with what was known of each unit before taken out of it (Deng, Xu, Kohavi and Walker 2013)."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics import paired
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.experiments import welch
from evalhub.lib.statistics.experiments.moments import SampleMoments

METHOD = "CUPED"


def slope(values: np.ndarray, covariates: np.ndarray) -> float:
    """The slope of values on covariates over the units of all variants together; 0 where no covariate varies."""
    gaps = covariates - covariates.mean()
    spread = float((gaps**2).sum())
    return float((gaps * (values - values.mean())).sum()) / spread if spread else 0.0


def difference(
    control: tuple[ArrayLike, ArrayLike],
    treatment: tuple[ArrayLike, ArrayLike],
    *,
    clusters: tuple[ArrayLike, ArrayLike] | None = None,
    alpha: float = 0.05,
) -> Estimate:
    """The Estimate of the treatment's mean less the control's; each is (values, covariates), one of each unit.

    Covariates are known before the units meet a variant, such as the same case's score in an earlier evaluation.
    clusters: what each unit belongs to, the control's and the treatment's; then errors are by cluster.
    """
    samples = [
        (np.asarray(values, dtype=np.float64), np.asarray(known, dtype=np.float64))
        for values, known in (control, treatment)
    ]
    n = sum(int(values.size) for values, _known in samples)
    if not all(values.size for values, _known in samples):
        return Estimate(None, n, METHOD, reason=NOTHING)
    theta = slope(*(np.concatenate(each) for each in zip(*samples, strict=True)))
    rests = [values - theta * known for values, known in samples]
    first, second = (SampleMoments.of(each) for each in rests)
    gap = second.mean - first.mean
    if first.n < 2 or second.n < 2:
        return Estimate(gap, n, METHOD, reason=TOO_FEW)
    if not first.m2 + second.m2:
        return Estimate(gap, n, METHOD, reason=NO_VARIATION)
    if clusters is not None:
        errors = [paired.clustered_error(*each) for each in zip(rests, clusters, strict=True)]
        found = welch.of_means(gap, *errors, alpha=alpha, method=METHOD)
        return replace(found, n=n)
    return welch.of_means(
        gap, (first.n, first.error_squared), (second.n, second.error_squared), alpha=alpha, method=METHOD
    )

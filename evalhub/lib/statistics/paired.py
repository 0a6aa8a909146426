"""Two systems on the same cases: the mean difference with its interval, and whether it can be chance."""

import math

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics import means
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate

PAIRED_T, CLUSTERED = METHODS = ("paired t", "paired t, clustered")
LEAST_PAIRS = 30  # fewer say "few cases" wherever they are shown
LEAST_CLUSTERS = 10


def mean_difference(differences: ArrayLike, clusters: ArrayLike | None = None, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the mean of differences, one for each case that both systems have a score of.

    clusters: what each case belongs to, such as a document; then errors are by cluster (Miller 2024), with Student's t
    at the clusters less one, and at least LEAST_CLUSTERS of them. The interval is at 1 - alpha.
    """
    found = np.asarray(differences, dtype=np.float64)
    n, method = int(found.size), PAIRED_T if clusters is None else CLUSTERED
    if not n:
        return Estimate(None, 0, method, reason=NOTHING)
    mean = float(found.mean())
    if clusters is None:
        estimate = means.of_moments(n, mean, float(((found - mean) ** 2).sum()), alpha=alpha)
        return Estimate(mean, n, method, estimate.low, estimate.high, estimate.p, estimate.reason, alpha)
    n_clusters, squared = clustered_error(found, clusters)
    if squared is None or n_clusters < LEAST_CLUSTERS:
        return Estimate(mean, n, method, reason=TOO_FEW)
    error = math.sqrt(squared)
    if not error:
        return Estimate(mean, n, method, reason=NO_VARIATION)
    from scipy.special import stdtr, stdtrit  # here: a web process that shows no interval of its own does without

    half = float(stdtrit(n_clusters - 1, 1 - alpha / 2)) * error
    p = 2 * float(stdtr(n_clusters - 1, -abs(mean) / error))
    return Estimate(mean, n, method, mean - half, mean + half, p, alpha=alpha)


def clustered_error(values: ArrayLike, clusters: ArrayLike) -> tuple[int, float | None]:
    """(clusters, squared standard error of the values' mean, with C / (C - 1)); None for fewer than 2 clusters."""
    found = np.asarray(values, dtype=np.float64)
    _names, places = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(places, weights=found - found.mean()) if found.size else found
    if sums.size < 2:
        return int(sums.size), None
    return int(sums.size), sums.size / (sums.size - 1) * float((sums**2).sum()) / found.size**2


def outcomes(differences: ArrayLike, *, tie: float = 0.0) -> tuple[int, int, int]:
    """(wins, ties, losses): differences above `tie`, within it, and below its negative."""
    found = np.asarray(differences, dtype=np.float64)
    wins, losses = int((found > tie).sum()), int((found < -tie).sum())
    return wins, int(found.size) - wins - losses, losses

"""The difference of a quantile, such as the p95 of latency, between two variants."""

import numpy as np
from numpy.typing import ArrayLike

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.seeds import seed_for

PAIRED, SEPARATE = METHODS = ("quantiles of resampled cases", "quantiles of resampled units")
RESAMPLES, FEWEST_RESAMPLES = 2_000, 200
LEAST_BEYOND = 10  # values beyond the quantile on either side; with fewer the resamples say too little
_BLOCK_CELLS = 2_000_000
_MOST_CELLS = 200_000_000  # values drawn in all; beyond 100,000 units there are fewer resamples


def of_pairs(control: ArrayLike, treatment: ArrayLike, q: float, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the treatment's quantile less the control's, over the same cases in the same order."""
    return _difference(np.asarray(control, dtype=np.float64), np.asarray(treatment, dtype=np.float64), q, alpha, PAIRED)


def of_samples(control: ArrayLike, treatment: ArrayLike, q: float, *, alpha: float = 0.05) -> Estimate:
    """The Estimate of the treatment's quantile less the control's, of separate units."""
    return _difference(
        np.asarray(control, dtype=np.float64), np.asarray(treatment, dtype=np.float64), q, alpha, SEPARATE
    )


def _difference(control, treatment, q, alpha, method):
    n = int(control.size) if method == PAIRED else int(control.size + treatment.size)
    if not control.size or not treatment.size:
        return Estimate(None, n, method, reason=NOTHING)
    value = float(np.quantile(treatment, q) - np.quantile(control, q))
    if min(control.size, treatment.size) * min(q, 1 - q) < LEAST_BEYOND:
        return Estimate(value, n, method, reason=TOO_FEW)
    if control.min() == control.max() and treatment.min() == treatment.max():
        return Estimate(value, n, method, reason=NO_VARIATION)
    rng = np.random.default_rng(seed_for(method, q, control, treatment))
    gaps = np.concatenate(list(_resampled(rng, control, treatment, q, method)))
    low, high = np.quantile(gaps, [alpha / 2, 1 - alpha / 2])
    return Estimate(value, n, method, float(low), float(high), alpha=alpha)


def _resampled(rng, control, treatment, q, method):
    n = max(control.size, treatment.size)
    resamples = max(FEWEST_RESAMPLES, min(RESAMPLES, _MOST_CELLS // n))
    block = max(1, min(resamples, _BLOCK_CELLS // n))
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        first = rng.integers(control.size, size=(size, control.size))
        second = first if method == PAIRED else rng.integers(treatment.size, size=(size, treatment.size))
        yield np.quantile(treatment[second], q, axis=1) - np.quantile(control[first], q, axis=1)

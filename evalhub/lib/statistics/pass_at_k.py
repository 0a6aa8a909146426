"""The chance that at least one of k outputs of a case passes, from n of them of which c pass (Chen et al. 2021)."""

import math

import numpy as np

from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW, Estimate

METHOD = "pass@k"


def pass_at_k(n: int, c: int, k: int) -> Estimate:
    """The unbiased Estimate 1 - C(n - c, k) / C(n, k); not defined for fewer than k outputs."""
    if not (k >= 1 and 0 <= c <= n):
        raise ValueError(f"n={n}, c={c}, k={k}. Valid: 0 <= c <= n and k from 1.")
    if n < k:
        return Estimate(None, n, METHOD, reason=TOO_FEW if n else NOTHING)
    return Estimate(1 - math.comb(n - c, k) / math.comb(n, k), n, METHOD)


def of_counts(n: np.ndarray, c: np.ndarray, k: int) -> np.ndarray:
    """The same of many cases as float[], NaN where it is not defined."""
    pairs, places = np.unique(np.stack([n, c]), axis=1, return_inverse=True)
    known = [pass_at_k(each, passing, k).value for each, passing in pairs.T.tolist()]
    return np.array([math.nan if value is None else value for value in known])[places.reshape(-1)]

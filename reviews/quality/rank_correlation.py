"""Spearman's rank correlation, plain and with a third row of numbers held still; NaN where it is undefined."""

import math

import numpy as np


def ranks(values):
    """float[n]: places from 1 on, equal values sharing the mean of theirs."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[codes]


def spearman(first, second):
    """From -1 to 1; NaN without two different values on either side."""
    return _pearson(ranks(first), ranks(second))


def partial_spearman(first, second, *, given):
    """The rank correlation of two that is not told by the third already (Kim 2015, ppcor).

    Where the third does not vary it explains nothing, and the plain correlation is left.
    """
    one, other, third = ranks(first), ranks(second), ranks(given)
    plain, with_one, with_other = _pearson(one, other), _pearson(one, third), _pearson(other, third)
    if math.isnan(with_one) and math.isnan(with_other):
        return plain if np.ptp(third) == 0 else math.nan
    rest = (1 - with_one**2) * (1 - with_other**2)
    if math.isnan(plain) or not rest > 1e-12:
        return math.nan
    return (plain - with_one * with_other) / math.sqrt(rest)


def _pearson(one, other):
    one, other = one - one.mean(), other - other.mean()
    scale = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / scale if scale else math.nan

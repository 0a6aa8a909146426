"""Spearman's rank correlation, plain and with a third row of numbers held still; NaN where it is undefined.

Each takes rows of n numbers, or many of them at once: float[..., n] to float[...].
"""

import numpy as np


def ranks(values):
    """float[..., n]: places from 1 on within each row, equal values sharing the mean of theirs."""
    values = np.asarray(values)
    levels, codes = np.unique(values, return_inverse=True)
    codes = codes.reshape(-1, values.shape[-1])
    first = np.arange(len(codes))[:, None] * levels.size
    counts = np.bincount((first + codes).ravel(), minlength=len(codes) * levels.size).reshape(-1, levels.size)
    middle = np.cumsum(counts, axis=1) - (counts - 1) / 2
    return np.take_along_axis(middle, codes, axis=1).reshape(values.shape)


def spearman(first, second):
    """From -1 to 1; NaN without two different values on either side."""
    return _pearson(ranks(first), ranks(second))


def partial_spearman(first, second, *, given):
    """The rank correlation of two that is not told by the third already (Kim 2015, ppcor).

    Where the third does not vary it explains nothing, and the plain correlation is left.
    """
    one, other, third = ranks(first), ranks(second), ranks(given)
    plain, with_one, with_other = _pearson(one, other), _pearson(one, third), _pearson(other, third)
    rest = (1 - with_one**2) * (1 - with_other**2)
    is_told = rest > 1e-12
    left = (plain - with_one * with_other) / np.sqrt(np.where(is_told, rest, 1))
    return np.where(np.ptp(third, axis=-1) == 0, plain, np.where(is_told, left, np.nan))


def _pearson(one, other):
    one, other = (row - row.mean(axis=-1, keepdims=True) for row in (one, other))
    scale = np.sqrt(_product(one, one) * _product(other, other))
    return np.where(scale > 0, _product(one, other) / np.where(scale > 0, scale, 1), np.nan)


def _product(one, other):
    return np.einsum("...n,...n->...", one, other)

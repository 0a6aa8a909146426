"""How far the labels of each item lie apart: the mean distance of two of them over the largest there can be."""

from dataclasses import dataclass

import numpy as np

from annotations.agreement.distances.sets import masi
from evalhub.lib.errors import InvalidInput


@dataclass(frozen=True)
class ItemDistances:
    """One entry per item with two labels or more. item: int[k], positions in `item_keys` of the labels.

    score: float[k], 0 to 1. n_labels: int[k].
    """

    item: np.ndarray
    score: np.ndarray
    n_labels: np.ndarray


def item_distances(labels, *, level, extent=None):
    """The ItemDistances of Labels.

    Distances, each over its largest possible value: nominal 0 or 1; ordinal the steps between two points over the
    steps of the scale; interval the difference over `extent`, the width of the scale (of the values met when None);
    ratio |c - k| / (c + k); sets 1 - Jaccard x monotonicity (Passonneau 2006).
    InvalidInput for another level. Time grows with labels x labels per item, memory with labels.
    """
    distance = _distance(labels, level, extent)
    order = np.argsort(labels.item, kind="stable")
    code = labels.code[order]
    item, starts, sizes = np.unique(labels.item[order], return_index=True, return_counts=True)
    score = np.zeros(item.size)
    for size in np.unique(sizes[sizes > 1]):
        rows = np.flatnonzero(sizes == size)
        block = code[starts[rows][:, None] + np.arange(size)]
        total = sum(distance(block[:, shift:], block[:, :-shift]).sum(axis=1) for shift in range(1, size))
        score[rows] = total / (size * (size - 1) / 2)
    several = sizes > 1
    return ItemDistances(item=item[several], score=np.clip(score[several], 0, 1), n_labels=sizes[several])


def _distance(labels, level, extent):
    """A function of two arrays of codes: their distances, 0 to 1."""
    if level == "nominal":
        return lambda one, other: (one != other).astype(np.float64)
    if level == "ordinal":
        steps = max(len(labels.domain) - 1, 1)
        return lambda one, other: np.abs(one - other) / steps
    if level == "sets":
        return masi(labels.domain) if labels.domain else (lambda one, other: np.zeros(one.shape))
    if level not in ("interval", "ratio"):
        raise InvalidInput(f"The level is {level!r}. Valid: nominal, ordinal, interval, ratio, sets.")
    values = np.asarray(labels.domain, dtype=np.float64)
    if level == "ratio":
        return lambda one, other: _over(np.abs(values[one] - values[other]), values[one] + values[other])
    width = extent if extent is not None else float(np.ptp(values)) if values.size else 0.0
    return lambda one, other: _over(np.abs(values[one] - values[other]), np.full(one.shape, width))


def _over(part, whole):
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)

"""Who is better beyond noise: ranks of systems by the paired differences of their scores on the same cases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from evalhub.lib.statistics import paired
from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.statistics.multiple_testing import holm

ALPHA = 0.05


@dataclass(frozen=True)
class Ranked:
    """A system's place by its mean, and every rank that the differences leave open.

    `difference` is that from the first one on the cases that both have, None of the first itself.
    """

    key: object
    place: int
    best: int
    worst: int
    difference: Estimate | None


def ranked(scores: Mapping[object, Mapping[int, np.ndarray]], weights: Sequence[float] | None = None) -> list[Ranked]:
    """[Ranked], highest mean first. `scores` has for each system an array for each task, NaN where a case has none.

    `weights` of the tasks make it macro; without them each case counts alike (micro). Of two systems one is better
    where the paired difference is significant after Holm's correction over all pairs.
    """
    means = {key: _mean(list(own.values()), weights) for key, own in scores.items()}
    order = sorted(scores, key=lambda key: (-means[key], str(key)))
    pairs = list(combinations(order, 2))
    found = {pair: _difference(scores[pair[0]], scores[pair[1]], weights) for pair in pairs}
    corrected = dict(zip(pairs, holm([_p(found[pair]) for pair in pairs]), strict=True))
    better, worse = dict.fromkeys(order, 0), dict.fromkeys(order, 0)
    for first, second in pairs:
        if corrected[first, second] < ALPHA:
            high, low = (first, second) if found[first, second].value > 0 else (second, first)
            worse[high] += 1
            better[low] += 1
    return [
        Ranked(
            key,
            place,
            1 + better[key],
            len(order) - worse[key],
            _negative(found[order[0], key]) if place > 1 else None,
        )
        for place, key in enumerate(order, start=1)
    ]


def _mean(arrays, weights):
    known = [array[~np.isnan(array)] for array in arrays]
    if weights is None:
        return float(np.concatenate(known).mean())
    return float(np.average([array.mean() for array in known], weights=weights))


def _difference(first, second, weights):
    """The Estimate of the first less the second, over the cases that both have a score of."""
    parts = [first[task] - second[task] for task in first]
    parts = [part[~np.isnan(part)] for part in parts]
    if weights is not None:
        n, total = sum(map(len, parts)), sum(weights)
        parts = [
            part * (weight / total * n / len(part)) for part, weight in zip(parts, weights, strict=True) if len(part)
        ]
    return paired.mean_difference(np.concatenate(parts) if parts else [])


def _p(estimate):
    return 1.0 if estimate.p is None else estimate.p


def _negative(estimate):
    if estimate.value is None:
        return estimate
    low, high = (None, None) if estimate.low is None else (-estimate.high, -estimate.low)
    return Estimate(-estimate.value, estimate.n, estimate.method, low, high, estimate.p, estimate.reason)

"""Which part of the variance of crossed scores comes from their rows, and which from each factor of their columns.

Two scores that differ in some factors differ, squared and halved, by the sum of the variances of these factors and of
the rest, on average. So the variances are least squares over all pairs, by the factors in which they differ (Koch
1968). Scores may be missing, and a factor may be nested in another.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

import numpy as np

from evalhub.lib.statistics import jackknife

ROWS, REST = "rows", "rest"
MOST_BLOCKS = 50
T = 2.0  # about Student's at 95 %
LEAST_ROWS = 8  # fewer have no interval: it was not found to cover (docs/statistics.md)


@dataclass(frozen=True)
class Share:
    """Of the variance, 0 to 1, with its 95 % interval over rows; low and high are None for too few of these.

    value None: it cannot be told from the others, or all scores are equal.
    """

    value: float | None
    low: float | None = None
    high: float | None = None


def shares(scores: np.ndarray, factors: Mapping[str, Sequence[object]]) -> dict[str, Share]:
    """{ROWS, each of the factors, REST: Share} of scores[row, column], NaN where one is missing.

    factors: {name: the level of each column}, those first that are given up last where data do not tell all apart.
    The interval is the jackknife's over rows, in MOST_BLOCKS blocks of them at most, for these columns as they are.
    """
    told = scores[~np.isnan(scores).all(axis=1)]
    levels = {name: np.unique([str(level) for level in of], return_inverse=True)[1] for name, of in factors.items()}
    names = [ROWS, *(name for name, level in levels.items() if level.max(initial=0) > 0)]
    undefined = dict.fromkeys([ROWS, *factors, REST], Share(None))
    if len(told) < 2:
        return undefined
    blocks = np.array_split(np.arange(len(told)), min(MOST_BLOCKS, len(told)))
    sums = _Sums(told, levels, names, blocks)
    while not sums.tells(names):
        if len(names) == 1:
            return undefined
        names.pop()
    found = undefined | _estimated(sums, names, len(blocks))
    # A source of less than nothing is given up, one after the other, so that the others are shares of what remains.
    while least := min(
        (name for name in names if (found[name].value or 0) < 0), key=lambda n: found[n].value or 0.0, default=""
    ):
        names.remove(least)
        found |= {least: replace(found[least], value=0.0)} | _estimated(sums, names, len(blocks))
    return {name: _held(share) for name, share in found.items()}


def _estimated(sums, names, blocks):
    """{name: Share} of the names and the rest, as least squares have them; nothing where all scores are equal."""
    whole = sums.components(names)
    if whole is None:
        return {}
    others = [sums.components(names, without=block) for block in range(blocks)]
    others = [other for other in others if other is not None]
    return {
        name: _share(whole[place], [other[place] for other in others], blocks)
        for place, name in enumerate([*names, REST])
    }


def _share(value, others, blocks):
    found = jackknife.interval(value, others) if len(others) == blocks >= LEAST_ROWS else None
    if found is None:
        return Share(value)
    # What the upper bound lacks where a share is small: there it is the square of a mean difference near 0. With the
    # difference d and its variance s, `value` is d * d - s and `half` is 2 T d root s; the bound for the square of d +
    # T root s is s + T * T * s above both.
    half = found.high - value
    variance = (math.sqrt(value**2 + (half / T) ** 2) - value) / 2
    return Share(value, found.low, found.high + variance * (1 + T**2))


def _held(share):
    """The same from 0 to 1."""
    values = (share.value, share.low, share.high)
    return Share(*(None if value is None else round(min(1.0, max(0.0, float(value))), 12) for value in values))


class _Sums:
    """Pairs of scores and their squared differences, by the factors in which they agree at least, for each block.

    `pairs[block, set]` and `squares[block, set]` are of all rows but those of the block; block -1 leaves nothing out.
    """

    def __init__(self, scores, levels, names, blocks):
        self.names = names
        self.sets = list(chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)))
        known = ~np.isnan(scores)
        powers = np.stack([known, np.where(known, scores, 0), np.where(known, scores, 0) ** 2]).astype(float)
        whole = [self._of(powers, agreed, levels, blocks) for agreed in self.sets]
        self.pairs, self.squares = (np.stack([found[part] for found in whole], axis=1) for part in (0, 1))

    @staticmethod
    def _of(powers, agreed, levels, blocks):
        """(pairs, squares) without each block, then of all: of scores that agree in these factors."""
        columns = np.stack([np.zeros(powers.shape[2], int), *(levels[name] for name in agreed if name != ROWS)])
        codes = np.unique(columns, axis=1, return_inverse=True)[1].ravel()
        order = np.argsort(codes, kind="stable")
        starts = np.searchsorted(codes[order], np.arange(codes.max() + 1))
        grouped = np.add.reduceat(powers[:, :, order], starts, axis=2)
        if ROWS in agreed:
            by_row = np.stack(_pairs_of(grouped), axis=0).sum(axis=2)  # [2, row]
            left_out = np.stack([by_row[:, block].sum(axis=1) for block in blocks], axis=1)
            whole = by_row.sum(axis=1)
            return tuple(np.append(whole[part] - left_out[part], whole[part]) for part in (0, 1))
        total = grouped.sum(axis=1)
        rest = np.stack([total - grouped[:, block].sum(axis=1) for block in blocks] + [total], axis=1)
        return tuple(part.sum(axis=1) for part in _pairs_of(rest))

    def _exact(self, names, without):
        """[(differing factors of `names`, pairs, squares)] of pairs that differ in exactly these."""
        found = []
        counts = dict(zip(self.sets, zip(self.pairs[without], self.squares[without], strict=True), strict=True))
        for differing in chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)):
            agreed = [name for name in names if name not in differing]
            pairs = squares = 0.0
            for more in chain.from_iterable(combinations(differing, size) for size in range(len(differing) + 1)):
                own = counts[tuple(name for name in self.names if name in agreed or name in more)]
                sign = (-1) ** len(more)
                pairs, squares = pairs + sign * own[0], squares + sign * own[1]
            if pairs > 0.5:
                found.append((differing, pairs, squares))
        return found

    def tells(self, names):
        design, *_rest = self._equations(names, -1)
        return len(design) > len(names) and np.linalg.matrix_rank(design) == len(names) + 1

    def components(self, names, without=-1):
        """The shares of `names` and of the rest, in this order; None where all scores are equal."""
        design, means, weights = self._equations(names, without)
        if not len(design) or np.linalg.matrix_rank(design) < len(names) + 1:
            return None
        scale = np.sqrt(weights)
        found = np.linalg.lstsq(design * scale[:, None], means * scale, rcond=None)[0]
        total = found.sum()
        return found / total if total > 1e-12 else None

    def _equations(self, names, without):
        exact = self._exact(names, without)
        design = np.array([[*(name in differing for name in names), True] for differing, *_rest in exact], dtype=float)
        means = np.array([squares / pairs / 2 for _differing, pairs, squares in exact])
        return design, means, np.array([pairs for _differing, pairs, _squares in exact])


def _pairs_of(grouped):
    """(pairs, their summed squared differences) of groups of which there are [count, sum, sum of squares]."""
    count, total, square = grouped
    return count * (count - 1) / 2, count * square - total**2

"""Krippendorff's alpha from count patterns at each level of measurement, for one or many weightings of the patterns.

With n_uc labels c on item u, m_u = sum_c n_uc and n_c = sum_u n_uc over items with two labels or more,
alpha = 1 - (n - 1) * Do / De, Do = sum_u sum_ck n_uc n_uk d2(c, k) / (m_u - 1), De = sum_ck n_c n_k d2(c, k)
(Krippendorff 2011). No form here builds an items x values x values array.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from annotations.agreement.distances.sets import jaccard, masi

MATRIX_VALUES = 3_000  # values up to which a values x values matrix is kept (72 MB), and intervals with it
MOST_VALUES = 20_000  # values up to which ratio and set distances are summed at all: the time grows with the square
_ROUNDING = 1e-12


@dataclass(frozen=True)
class AlphaStatistic:
    """Alpha as a function of pattern weights: float[b, P] to float[b], NaN where there is no variation.

    sums: the weights to float[b] labels, observed and expected distance, summed over ordered pairs.
    observed: float[P] times to float[P], the distances in an item of each pattern, summed, less one of its labels.
    largest: float[P] times to the largest distance of two values. is_squared: it is that of points on a line.
    width: floats needed per weighting beyond the weights, for the choice of block sizes.
    resamples_well: False when one evaluation is too costly to repeat thousands of times.
    """

    sums: Callable
    observed: Callable
    largest: Callable
    width: int
    is_squared: bool = False
    resamples_well: bool = True

    def __call__(self, weights):
        return _alpha(*self.sums(weights))

    def expected(self, times):
        """The distance that two labels of any items have by chance."""
        labels, _, expected = (float(found[0]) for found in self.sums(times[None, :]))
        return expected / (labels * (labels - 1))


def nominal(patterns):
    """d2 = 1 for different values. Values of a single pattern, as most texts are, need no marginals of their own."""
    counts, sizes = patterns.counts, patterns.sizes
    squared = counts.data.astype(np.float64) ** 2
    observed = (sizes.astype(np.float64) ** 2 - _row_sums(patterns, squared)) / (sizes - 1)
    patterns_with = np.bincount(counts.indices, minlength=len(patterns.domain))
    alone = _row_sums(patterns, np.where(patterns_with[counts.indices] == 1, squared, 0))
    shared = counts[:, np.flatnonzero(patterns_with > 1)]

    def sums(weights):
        marginals = (shared.T @ weights.T).T
        labels = weights @ sizes
        expected = labels**2 - (marginals**2).sum(axis=1) - (weights**2) @ alone
        return labels, weights @ observed, expected

    return AlphaStatistic(sums, lambda times: observed, lambda times: 1.0, width=shared.shape[1])


def ordinal(patterns):
    """d2 = squared difference of midranks, which is (sum_{g=c..k} n_g - (n_c + n_k) / 2)^2 in domain order.

    Midranks depend on the marginals, so each weighting has its own.
    """
    sizes = patterns.sizes.astype(np.float64)
    factor = (2 / (sizes - 1))[:, None]

    def ranked(weights):
        marginals = _marginals(patterns, weights)
        labels = marginals.sum(axis=1)
        return marginals, labels, np.cumsum(marginals, axis=1) - marginals / 2 - labels[:, None] / 2

    def apart(ranks):
        totals, squares = patterns.counts @ ranks.T, patterns.counts @ (ranks**2).T
        return factor * (sizes[:, None] * squares - totals**2)

    def sums(weights):
        marginals, labels, ranks = ranked(weights)
        expected = 2 * (labels * (marginals * ranks**2).sum(axis=1) - (marginals * ranks).sum(axis=1) ** 2)
        return labels, np.einsum("bp,pb->b", weights, apart(ranks)), expected

    return AlphaStatistic(
        sums,
        lambda times: apart(ranked(times[None, :])[2])[:, 0],
        lambda times: float(np.ptp(ranked(times[None, :])[2])) ** 2,
        width=max(len(patterns.domain), 3 * patterns.times.size),
        is_squared=True,
    )


def interval(patterns):
    """d2 = (c - k)^2 in closed form: no pair of values is ever formed."""
    value = _centred(patterns)
    entry, row = value[patterns.counts.indices], _row_of_entry(patterns)
    count = patterns.counts.data.astype(np.float64)
    sizes = patterns.sizes.astype(np.float64)
    sums = _row_sums(patterns, count * entry)
    deviations = _row_sums(patterns, count * (entry - (sums / sizes)[row]) ** 2)
    observed = 2 * sizes * deviations / (sizes - 1)
    columns = np.stack([observed, sizes, sums, _row_sums(patterns, count * entry**2)], axis=1)

    def sums_of(weights):
        found, labels, total, squares = (weights @ columns).T
        expected = 2 * (labels * squares - total**2)
        expected = np.where(expected > _ROUNDING * labels * squares, expected, 0)
        return labels, found, expected

    return AlphaStatistic(
        sums_of,
        lambda times: observed,
        lambda times: float(np.ptp(value)) ** 2,
        width=columns.shape[1],
        is_squared=True,
    )


def ratio(patterns):
    """d2 = ((c - k) / (c + k))^2, 0 for two zeros. Values of zero or more."""
    value = patterns.numbers()
    value = value / max(value.max(initial=0), np.finfo(float).tiny)

    def squared(first, second):
        total = value[first] + value[second]
        return (np.divide(value[first] - value[second], total, out=np.zeros_like(total), where=total > 0)) ** 2

    return _summed(patterns, squared)


def sets_masi(patterns):
    """d2 = 1 - Jaccard x monotonicity (Passonneau 2006); a set distance takes the place of d2 unsquared."""
    return _summed(patterns, masi(patterns.domain))


def sets_jaccard(patterns):
    """d2 = 1 - Jaccard."""
    return _summed(patterns, jaccard(patterns.domain))


LEVELS = {
    "nominal": nominal,
    "ordinal": ordinal,
    "interval": interval,
    "ratio": ratio,
    "sets": sets_masi,
    "sets_jaccard": sets_jaccard,
}
CLOSED_FORMS = {"nominal", "ordinal", "interval"}  # levels whose cost does not grow with pairs of values


def _summed(patterns, squared):
    """Alpha for any fixed distance; `squared` takes two broadcastable arrays of codes."""
    observed = _pair_sums(patterns, squared)
    values = np.arange(len(patterns.domain))
    matrix = squared(values[:, None], values[None, :]) if values.size <= MATRIX_VALUES else None

    def sums(weights):
        marginals = _marginals(patterns, weights)
        if matrix is not None:
            expected = ((marginals @ matrix) * marginals).sum(axis=1)
        else:
            expected = sum(
                marginals[:, [code]].T[0] * (marginals @ squared(values, np.full_like(values, code))) for code in values
            )
        return marginals.sum(axis=1), weights @ observed, expected

    return AlphaStatistic(
        sums,
        lambda times: observed,
        lambda times: 1.0 if matrix is None else float(matrix.max()),
        width=values.size,
        resamples_well=matrix is not None,
    )


def _pair_sums(patterns, squared):
    """float[P]: sum over ordered pairs of an item's labels of their distance, divided by its labels less one."""
    counts = patterns.counts
    lengths = np.diff(counts.indptr)
    sums = np.zeros(lengths.size)
    for length in np.unique(lengths):
        rows = np.flatnonzero(lengths == length)
        entries = counts.indptr[rows][:, None] + np.arange(length)
        code, count = counts.indices[entries], counts.data[entries].astype(np.float64)
        for first in range(length):
            for second in range(first + 1, length):
                distance = squared(code[:, first], code[:, second])
                sums[rows] += 2 * count[:, first] * count[:, second] * distance
    return sums / (patterns.sizes - 1)


def _alpha(labels, observed, expected):
    defined = expected > 0
    share = np.divide(observed, expected, out=np.full(expected.shape, np.nan), where=defined)
    return 1 - (labels - 1) * share


def _marginals(patterns, weights):
    """float[b, V]: labels of each value under each weighting."""
    return (patterns.counts.T @ weights.T).T


def _row_of_entry(patterns):
    return np.repeat(np.arange(patterns.times.size), np.diff(patterns.counts.indptr))


def _row_sums(patterns, entries):
    return np.bincount(_row_of_entry(patterns), weights=entries, minlength=patterns.times.size)


def _centred(patterns):
    """float[V]: the domain shifted and scaled, which alpha does not notice and rounding does."""
    value = patterns.numbers()
    value = value / max(np.abs(value).max(initial=0), np.finfo(float).tiny)
    used = patterns.distribution
    return value - (value @ used) / max(used.sum(), 1)

"""Annotator by annotator: how far each two agree on the items they share."""

from dataclasses import dataclass

import numpy as np

from annotations.agreement.comparisons.cohen import cohen_kappa
from annotations.agreement.metrics.alpha import point
from annotations.agreement.patterns import Patterns

MOST_ANNOTATORS = 40  # of a matrix; 780 pairs
KAPPA_WEIGHTS = {"nominal": "none", "sets": "none", "sets_jaccard": "none", "ordinal": "quadratic"}
_KAPPA_VALUES = 200  # values of two annotators up to which their table is laid out


@dataclass(frozen=True)
class Pair:
    """Two annotators on the items both labelled.

    alpha, kappa: None where undefined; kappa is Cohen's with the weights of KAPPA_WEIGHTS, None at measured levels.
    percent: share of equal labels, None without shared items. reason: NO_SHARED_ITEMS, NO_VARIATION, ONE_ITEM,
    TOO_MANY_VALUES, or None.
    """

    first: object
    second: object
    n_items: int
    alpha: float | None
    kappa: float | None
    percent: float | None
    reason: str | None


@dataclass(frozen=True)
class PairMatrix:
    """annotators: keys, those with most labels first. pairs: every two of them in that order. omitted: the others."""

    annotators: tuple
    pairs: tuple[Pair, ...]
    omitted: int


def pair_matrix(labels, *, level, most=MOST_ANNOTATORS):
    """Pairs of the annotators with most labels (then by key): the cost grows with their labels, not with all pairs."""
    amounts = np.bincount(labels.annotator, minlength=len(labels.annotator_keys))
    ranked = np.argsort(-amounts, kind="stable")
    ranked = ranked[amounts[ranked] > 0]
    chosen = ranked[:most]
    tables = _tables(labels, chosen)
    keys = tuple(labels.annotator_keys[annotator] for annotator in chosen)
    pairs = [
        _pair(keys, first, second, tables.get((first, second)), labels.domain, level)
        for first in range(chosen.size)
        for second in range(first + 1, chosen.size)
    ]
    return PairMatrix(annotators=keys, pairs=tuple(pairs), omitted=int(ranked.size - chosen.size))


@dataclass(frozen=True)
class _Table:
    """Shared items of two annotators by their two values: parallel int arrays."""

    first: np.ndarray
    second: np.ndarray
    items: np.ndarray


def _tables(labels, chosen):
    """_Table by (place of the first, place of the second annotator), for pairs that share an item.

    One sparse product counts all pairs of (annotator, value) at once; it has at most one entry per two labels of
    an item.
    """
    from scipy import sparse  # here: a process that computes no agreement does without

    index = np.full(len(labels.annotator_keys), -1)
    index[chosen] = np.arange(chosen.size)
    kept = index[labels.annotator] >= 0
    voice, column = np.unique(
        index[labels.annotator[kept]] * len(labels.domain) + labels.code[kept], return_inverse=True
    )
    shape = (len(labels.item_keys), voice.size)
    given = sparse.csr_array((np.ones(column.size, dtype=np.int64), (labels.item[kept], column)), shape=shape)
    shared = (given.T @ given).tocoo()
    first, second = (np.divmod(voice[side], max(len(labels.domain), 1)) for side in (shared.row, shared.col))
    upper = first[0] < second[0]
    pair = (first[0] * chosen.size + second[0])[upper]
    order = np.argsort(pair, kind="stable")
    columns = [array[upper][order] for array in (first[1], second[1], shared.data)]
    starts = np.flatnonzero(np.diff(pair[order], prepend=-1))
    parts = zip(*(np.split(array, starts[1:]) for array in columns), strict=True)
    indexes = [divmod(int(number), chosen.size) for number in pair[order][starts]]
    return {where: _Table(*arrays) for where, arrays in zip(indexes, parts, strict=False)}


def _pair(keys, first, second, table, domain, level):
    if table is None:
        nothing = {"alpha": None, "kappa": None, "percent": None}
        return Pair(first=keys[first], second=keys[second], n_items=0, reason="NO_SHARED_ITEMS", **nothing)
    n_items = int(table.items.sum())
    used, code = np.unique(np.concatenate([table.first, table.second]), return_inverse=True)
    one, two = np.split(code, 2)
    patterns = _patterns(one, two, table.items, tuple(domain[value] for value in used))
    estimate = point(patterns, level=level)
    return Pair(
        first=keys[first],
        second=keys[second],
        n_items=n_items,
        alpha=estimate,
        kappa=_kappa(one, two, table.items, used.size, level),
        percent=int(table.items[one == two].sum()) / n_items,
        reason=_reason(n_items, used.size) if estimate is None else None,
    )


def _patterns(one, two, items, domain):
    """Patterns of a table: its rows are units of two labels."""
    unit = np.arange(one.size)
    patterns = Patterns.from_codes(
        np.concatenate([unit, unit]), np.concatenate([one, two]), domain=domain, n_annotators=2
    )
    key = np.minimum(one, two) * len(domain) + np.maximum(one, two)
    _, index = np.unique(key, return_inverse=True)  # the order of the patterns
    return Patterns(
        counts=patterns.counts,
        times=np.bincount(index, weights=items).astype(np.int64),
        domain=domain,
        n_annotators=2,
    )


def _kappa(one, two, items, n_values, level):
    if level not in KAPPA_WEIGHTS or n_values > _KAPPA_VALUES:
        return None
    table = np.zeros((n_values, n_values))
    np.add.at(table, (one, two), items)
    return cohen_kappa(table, weights=KAPPA_WEIGHTS[level])


def _reason(n_items, n_values):
    if n_values < 2:
        return "NO_VARIATION"
    return "ONE_ITEM" if n_items < 2 else "TOO_MANY_VALUES"

"""Count patterns: items with the same labels are one pattern, and agreement depends on nothing else.

5 categories and 3 annotators give 35 patterns, for a hundred items as for a million.
"""

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalhub.lib.errors import InvalidInput

if TYPE_CHECKING:
    from scipy import sparse

_LARGEST_KEY = 2**62
_SMALL_KEY = 2**22  # up to here, counting by position beats sorting


@dataclass(frozen=True)
class Patterns:
    """P distinct rows of label counts over the V values of the domain.

    counts: sparse int[P, V], ordered by number of labels, then by values, so that the order of the input does not
    matter. times: int[P], items that have the pattern. domain: as in Labels. n_annotators: who gave the labels.
    """

    counts: "sparse.csr_array"
    times: np.ndarray
    domain: tuple
    n_annotators: int

    @classmethod
    def from_labels(cls, labels):
        return cls.from_codes(labels.item, labels.code, domain=labels.domain, n_annotators=labels.n_annotators)

    @classmethod
    def from_codes(cls, item, code, *, domain, n_annotators, times=None):
        """item: int[n] in any coding. code: int[n], positions in the domain. times: of each item, 1 when None."""
        counts, times = _collapse(item, code, len(domain), times)
        return cls(counts=counts, times=times, domain=tuple(domain), n_annotators=n_annotators)

    @classmethod
    def from_table(cls, rows, *, domain, n_annotators):
        """Patterns counted elsewhere: rows of V counts in domain order and then the number of such items."""
        table = np.asarray(rows, dtype=np.int64).reshape(-1, len(domain) + 1)
        if (table < 0).any():
            raise InvalidInput("A pattern table holds a negative count. Valid: 0 or more.")
        kept = table[table[:, -1] > 0]
        row, code = np.nonzero(kept[:, :-1])
        repeats = kept[row, code]
        return cls.from_codes(
            np.repeat(row, repeats),
            np.repeat(code, repeats),
            domain=domain,
            n_annotators=n_annotators,
            times=kept[:, -1],
        )

    @cached_property
    def sizes(self):
        """int[P], labels on an item of each pattern."""
        return np.asarray(self.counts.sum(axis=1), dtype=np.int64).reshape(-1)

    @cached_property
    def pairable(self):
        """The patterns with at least two labels."""
        keep = self.sizes >= 2
        return self if keep.all() else replace(self, counts=self.counts[keep], times=self.times[keep])

    @cached_property
    def distribution(self):
        """int[V], labels of each value over all items."""
        return np.asarray(self.counts.T @ self.times, dtype=np.int64).reshape(-1)

    @cached_property
    def agreeing(self):
        """float[P], the share of equal pairs among an item's labels; only for pairable patterns."""
        sizes = self.sizes.astype(np.float64)
        squares = np.asarray((self.counts**2).sum(axis=1), dtype=np.float64).reshape(-1)
        return (squares - sizes) / (sizes * (sizes - 1))

    def fingerprint(self):
        """A hash of the patterns and the domain: the same for the same labels in any order, by anyone."""
        digest = hashlib.blake2b(digest_size=16)
        for array in (self.counts.indptr, self.counts.indices, self.counts.data, self.times):
            digest.update(np.ascontiguousarray(array, dtype=np.int64).tobytes())
        values = [sorted(value) if isinstance(value, frozenset) else value for value in self.domain]
        digest.update(repr(values).encode())
        return digest.hexdigest()

    @property
    def n_items(self):
        return int(self.times.sum())

    @property
    def n_labels(self):
        return int(self.sizes @ self.times)

    @property
    def n_values_used(self):
        return int(np.count_nonzero(self.distribution))

    def numbers(self):
        """float[V], the domain as numbers."""
        return np.asarray(self.domain, dtype=np.float64)


def _collapse(item, code, n_codes, weight):
    """Distinct count rows and how many items have each; `weight` is the items that each coded item stands for."""
    key = np.asarray(item, dtype=np.int64) * max(n_codes, 1)
    key += code
    key.sort()
    if not key.size:
        return _count_rows([np.zeros((0, 0), dtype=np.int64)], n_codes), np.zeros(0, dtype=np.int64)
    item = key // n_codes
    code = np.remainder(key, n_codes, out=key)
    starts = np.concatenate([[0], np.flatnonzero(item[1:] != item[:-1]) + 1])
    sizes = np.diff(starts, append=item.size)
    item = None if weight is None else item  # as large as the labels
    rows, times = [], []
    for size in np.unique(sizes):
        first = starts[sizes == size]
        is_every = first.size == starts.size
        labels = code.reshape(-1, size) if is_every else code[first[:, None] + np.arange(size)]
        distinct, count = _distinct_rows(labels, n_codes, None if weight is None else weight[item[first]])  # pyright: ignore[reportOptionalSubscript]
        rows.append(distinct)
        times.append(count)
    return _count_rows(rows, n_codes), np.concatenate(times)


def _count_rows(groups, n_codes):
    """Sparse counts of groups of rows of sorted codes; the rows of one group have the same length."""
    from scipy import sparse  # here: a process that computes no agreement does without

    lengths = np.concatenate([np.full(len(rows), rows.shape[1]) for rows in groups])
    indices = np.concatenate([rows.reshape(-1) for rows in groups])
    data = np.ones(indices.size, dtype=np.int64)
    counts = sparse.csr_array((data, indices, np.concatenate([[0], np.cumsum(lengths)])), shape=(len(lengths), n_codes))
    counts.sum_duplicates()
    return counts


def _distinct_rows(rows, n_codes, weight):
    """The distinct rows in lexical order and the (weighted) number of each."""
    key, key_range = _row_keys(rows, n_codes)
    if weight is not None or key_range is None:
        _, first, index = np.unique(key, return_index=True, return_inverse=True)
        return rows[first], np.bincount(index, weights=weight).astype(np.int64)
    if key_range <= _SMALL_KEY:
        count = np.bincount(key)
        found = np.flatnonzero(count)
        return _rows_of_keys(found, n_codes, rows.shape[1]), count[found]
    found, count = np.unique(key, return_counts=True)
    return _rows_of_keys(found, n_codes, rows.shape[1]), count


def _row_keys(rows, n_codes):
    """One integer per row in lexical order, and their range, None when rows cannot be read back from them."""
    key, key_range, readable = rows[:, 0], n_codes, True
    for column in range(1, rows.shape[1]):
        if key_range > _LARGEST_KEY // n_codes:
            found, key = np.unique(key, return_inverse=True)
            key_range, readable = found.size, False
        key = key * n_codes + rows[:, column]
        key_range *= n_codes
    return key, key_range if readable else None


def _rows_of_keys(key, n_codes, size):
    columns = []
    for _ in range(size):
        key, column = np.divmod(key, n_codes)
        columns.append(column)
    return np.stack(columns[::-1], axis=1)

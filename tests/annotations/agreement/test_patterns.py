"""Count patterns: the same from labels as from a table, whatever the order."""

import numpy as np
import pytest

from annotations.agreement.patterns import Patterns
from evalhub.lib.errors import InvalidInput
from tests.annotations.agreement.examples import CANONICAL, make_patterns, simulated_table, table_patterns


def rows_of(patterns):
    counts = patterns.counts.toarray().tolist()
    return [(*row, times) for row, times in zip(counts, patterns.times.tolist(), strict=True)]


def test_equal_items_are_one_pattern_and_canonical_counts_and_a_ready_table_gives_the_same_patterns():
    patterns = make_patterns([[1, 2, None], [2, 1, None], [1, 1, 2], [3, None, None]])
    assert rows_of(patterns) == [(0, 0, 1, 1), (1, 1, 0, 2), (2, 1, 0, 1)]
    assert (patterns.n_items, patterns.n_labels) == (4, 8)
    assert (patterns.pairable.n_items, patterns.pairable.n_labels) == (3, 7)
    assert patterns.distribution.tolist() == [4, 3, 1]

    patterns = make_patterns(CANONICAL)
    assert (patterns.n_items, patterns.n_labels) == (12, 41)
    assert (patterns.pairable.n_items, patterns.pairable.n_labels) == (11, 40)

    labelled = make_patterns([[1, 2], [2, 1], [2, 2], [3, None]], domain=(1, 2, 3))
    rows = [[0, 2, 0, 1], [1, 1, 0, 2], [0, 0, 1, 1], [9, 9, 9, 0], [0, 0, 0, 5]]
    counted = Patterns.from_table(rows, domain=(1.0, 2.0, 3.0), n_annotators=2)
    assert rows_of(counted) == rows_of(labelled)
    assert counted.fingerprint() == labelled.fingerprint()


def test_a_table_may_name_a_pattern_twice_and_an_empty_table_and_a_negative_count_is_refused():
    patterns = Patterns.from_table([[2, 0, 3], [2, 0, 4]], domain=(0, 1), n_annotators=2)
    assert rows_of(patterns) == [(2, 0, 7)]

    assert Patterns.from_table([], domain=(0, 1), n_annotators=0).n_items == 0

    with pytest.raises(InvalidInput, match="negative count"):
        Patterns.from_table([[2, -1, 3]], domain=(0, 1), n_annotators=2)


@pytest.mark.parametrize(("values", "annotators"), [(3, 4), (60, 4), (500, 9), (3000, 12)])
def test_every_size_of_row_is_counted_exactly(values, annotators):
    table = simulated_table(items=300, annotators=annotators, values=values, seed=2)
    table = np.concatenate([table, table[:50]])

    patterns = table_patterns(table, domain=range(values))

    counts = np.array([np.bincount(row[~np.isnan(row)].astype(int), minlength=values) for row in table])
    distinct, times = np.unique(counts[counts.sum(axis=1) > 0], axis=0, return_counts=True)
    expected = sorted((*row, amount) for row, amount in zip(distinct.tolist(), times.tolist(), strict=True))
    assert sorted(rows_of(patterns)) == expected


def test_fingerprint_depends_on_labels_alone_and_share_of_equal_pairs():
    first = make_patterns([[1, 2], [2, 2]])
    shuffled = make_patterns([[2, 2], [2, 1]])
    other = make_patterns([[1, 2], [1, 2]])
    assert first.fingerprint() == shuffled.fingerprint()
    assert first.fingerprint() != other.fingerprint()

    assert make_patterns([[1, 1, 2]]).agreeing.tolist() == pytest.approx([1 / 3])

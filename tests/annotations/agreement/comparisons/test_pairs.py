"""The matrix of annotators: every two on the items they share."""

import numpy as np
import pytest

from annotations.agreement.comparisons.cohen import cohen_kappa
from annotations.agreement.comparisons.pairs import pair_matrix
from annotations.agreement.metrics.alpha import point
from evalhub.lib.errors import InvalidInput
from tests.annotations.agreement.examples import (
    CANONICAL,
    SETS,
    make_labels,
    make_patterns,
    make_set_labels,
    simulated_table,
)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_every_pair_equals_the_two_columns_alone(level):
    table = simulated_table(items=80, annotators=5, values=4, seed=1)
    rows = [[None if np.isnan(value) else value for value in row] for row in table]

    matrix = pair_matrix(make_labels(rows), level=level)

    assert len(matrix.pairs) == 10
    for pair in matrix.pairs:
        both = [[row[pair.first], row[pair.second]] for row in rows]
        shared = [row for row in both if None not in row]
        assert pair.n_items == len(shared)
        assert pair.alpha == pytest.approx(point(make_patterns(both), level=level))
        assert pair.percent == pytest.approx(np.mean([first == second for first, second in shared]))


def test_kappa_of_a_pair_and_kappa_has_weights_on_a_scale_and_none_for_measures():
    rows = [[0, 0]] * 80 + [[0, 1]] * 10 + [[1, 0]] * 5 + [[1, 1]] * 5
    pair = pair_matrix(make_labels(rows), level="nominal").pairs[0]
    assert pair.kappa == pytest.approx(0.318181818182, abs=1e-9)
    assert pair.alpha == pytest.approx(0.317714285714, abs=1e-9)
    assert pair.percent == pytest.approx(0.85)

    labels = make_labels([[1, 2], [2, 2], [5, 4], [3, 3]])
    ordinal, interval = (pair_matrix(labels, level=level).pairs[0] for level in ("ordinal", "interval"))
    table = np.zeros((5, 5))
    table[[0, 1, 4, 2], [1, 1, 3, 2]] = 1
    assert ordinal.kappa == pytest.approx(cohen_kappa(table, weights="quadratic"))
    assert interval.kappa is None


@pytest.mark.parametrize(("rows", "reason", "n_items"), [
    ([[1, None], [None, 2]], "NO_SHARED_ITEMS", 0),
    ([[1, 1], [1, 1]], "NO_VARIATION", 2),
    ([[1, 2]], "ONE_ITEM", 1),
])  # fmt: skip
def test_undefined_pairs_have_a_reason(rows, reason, n_items):
    pair = pair_matrix(make_labels(rows), level="nominal").pairs[0]

    assert (pair.alpha, pair.reason, pair.n_items) == (None, reason, n_items)


def test_annotators_with_most_labels_come_first_and_sets_of_options_and_no_labels_no_pairs():
    matrix = pair_matrix(make_labels(CANONICAL), level="nominal", most=2)
    assert matrix.annotators == (1, 3)
    assert (len(matrix.pairs), matrix.omitted) == (1, 2)

    pair = pair_matrix(make_set_labels(SETS), level="sets").pairs[0]
    assert (pair.first, pair.second, pair.n_items) == (0, 1, 5)
    assert 0 < pair.alpha < 1

    assert pair_matrix(make_labels([]), level="nominal").pairs == ()


def test_unknown_weights_are_named_and_kappa_of_constant_annotators_is_undefined():
    with pytest.raises(InvalidInput, match="'cubic'. Valid: none, linear, quadratic"):
        cohen_kappa([[1, 0], [0, 1]], weights="cubic")

    assert cohen_kappa([[7, 0], [0, 0]]) is None

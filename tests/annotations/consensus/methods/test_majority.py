"""Majority: the most votes win, half of them or not."""

import pytest

from annotations.consensus.decision import decide
from tests.annotations.agreement.examples import make_labels, make_set_labels


def consensus(rows, *, method, level, kinds=None, models=None, threshold=0.0):
    make = make_set_labels if level == "sets" else make_labels
    return decide(make(rows, kinds=kinds, models=models), method=method, level=level, threshold=threshold)


def test_majority_needs_no_half_and_each_option_by_its_own_majority():
    found = consensus([[1, 1, 2, 3, 4]], method="majority", level="nominal")[0]
    assert (found.value, found.share) == (1, 0.4)

    rows = [[["a", "b"], ["a"], ["a", "b", "c"]], [[], [], ["c"]]]
    first, second = consensus(rows, method="per_option", level="sets")
    assert (first.value, first.share) == (frozenset("ab"), pytest.approx(2 / 3))
    assert (second.value, second.share) == (frozenset(), pytest.approx(2 / 3))

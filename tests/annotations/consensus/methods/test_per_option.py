"""Each option by itself."""

import pytest

from annotations.consensus.decision import decide
from tests.annotations.agreement.examples import make_labels, make_set_labels


def consensus(rows, *, method, level, kinds=None, models=None, threshold=0.0):
    make = make_set_labels if level == "sets" else make_labels
    return decide(make(rows, kinds=kinds, models=models), method=method, level=level, threshold=threshold)


def test_each_option_by_its_own_majority_and_an_option_at_exactly_half_is_a_tie():
    rows = [[["a", "b"], ["a"], ["a", "b", "c"]], [[], [], ["c"]]]
    first, second = consensus(rows, method="per_option", level="sets")
    assert (first.value, first.share) == (frozenset("ab"), pytest.approx(2 / 3))
    assert (second.value, second.share) == (frozenset(), pytest.approx(2 / 3))

    found = consensus([[["a", "b"], ["a"]]], method="per_option", level="sets")[0]
    assert (found.value, found.reason, found.share) == (None, "TIE", 0.5)


def test_options_may_combine_to_a_set_nobody_chose():
    found = consensus([[["a", "b"], ["b", "c"], ["a", "c"]]], method="per_option", level="sets", threshold=0.6)[0]

    assert found.value == frozenset("abc")

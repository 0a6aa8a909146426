"""Hashes of metadata values."""

import pytest

from datasets.filters import Condition
from datasets.value_hashes import FieldCounts, of_condition, of_value


@pytest.mark.parametrize("one, other", [(1, 1.0), (0.0, -0.0), (10**300, 1e300)])
def test_numbers_that_are_equal_have_one_hash(one, other):
    assert of_value(one) == of_value(other)


@pytest.mark.parametrize("one, other", [(True, 1), (1, "1"), ("True", True), ("a", "A"), (10**400, 10**500)])
def test_other_values_have_other_hashes(one, other):
    assert of_value(one) != of_value(other)


def test_hashes_are_the_same_everywhere():
    assert (of_value("billing"), of_value(1.5)) == (-3974349979681809014, 4609434218613702656)


def test_counts_tell_true_from_one_and_leave_out_null_and_lists():
    counts = FieldCounts()
    for value in (True, 1, 1.0, None, [1], {"a": 1}, "x", "x"):
        counts.add(value)

    assert counts.hashed() == {of_value(True): 1, of_value(1): 2, of_value("x"): 2}


def test_a_text_that_reads_as_a_number_counts_as_both():
    counts = FieldCounts()
    counts.add("1.50")

    assert counts.hashed() == {of_value("1.50"): 1, of_value(1.5): 1}


@pytest.mark.parametrize("op, kind", [("gt", "number"), ("null", "text"), ("has", "list")])
def test_comparisons_without_a_value_have_no_hash(op, kind):
    assert of_condition(Condition("field", op, None, kind)) is None

"""Hashes of metadata values."""

import operator

import pytest

from datasets.filters import Condition
from datasets.value_hashes import FieldCounts, of_condition, of_range, of_value


@pytest.mark.parametrize("one, other", [(1, 1.0), (0.0, -0.0), (10**300, 1e300)])
def test_numbers_that_are_equal_have_one_hash(one, other):
    assert of_value(one) == of_value(other)


@pytest.mark.parametrize("one, other", [(True, 1), (1, "1"), ("True", True), ("a", "A"), (10**400, 10**500)])
def test_other_values_have_other_hashes(one, other):
    assert of_value(one) != of_value(other)


def test_hashes_are_the_same_everywhere_and_counts_tell_true_from_one_and_leave_out_null_and_lists():
    assert (of_value("billing"), of_value(1.5)) == (-3974349979681809014, 4609434218613702656)

    counts = FieldCounts()
    for value in (True, 1, 1.0, None, [1], {"a": 1}, "x", "x"):
        counts.add(value)
    assert counts.hashed() == {of_value(True): 1, of_value(1): 2, of_value("x"): 2}


def test_a_text_that_reads_as_a_number_counts_as_both_and_other_comparisons_have_no_span():
    counts = FieldCounts()
    counts.add("1.50")
    assert counts.hashed() == {of_value("1.50"): 1, of_value(1.5): 1}

    assert of_range(Condition("field", "gt", "2026", "text")) is None
    assert of_range(Condition("field", "eq", 1, "number")) is None


NUMBERS = [-(10**400), -(10**20), -1.5, -1, -5e-324, -0.0, 0, 5e-324, 0.1, 1, 2**53, 2**53 + 1, 1e300, 10**400]
COMPARISONS = {"gt": operator.gt, "gte": operator.ge, "lt": operator.lt, "lte": operator.le}


@pytest.mark.parametrize("op", COMPARISONS)
@pytest.mark.parametrize("bound", NUMBERS)
def test_number_of_a_range_has_its_hash_in_a_span(op, bound):
    spans = of_range(Condition("field", op, bound, "number"))
    strict = of_range(Condition("field", op, bound, "number"), strict=True)

    for value in NUMBERS:
        counts = FieldCounts()
        counts.add(value)
        if COMPARISONS[op](value, bound):
            assert _is_in(counts.hashed(), spans), value
        if abs(bound) < 2**53 and abs(value) < 1e308:
            assert _is_in(counts.hashed(), strict) == COMPARISONS[op](value, bound), value


def _is_in(hashes, spans):
    return any(low <= each <= high for each in hashes for low, high in spans)


@pytest.mark.parametrize("op, kind", [("gt", "number"), ("null", "text"), ("has", "list")])
def test_comparisons_without_a_value_have_no_hash(op, kind):
    assert of_condition(Condition("field", op, None, kind)) is None

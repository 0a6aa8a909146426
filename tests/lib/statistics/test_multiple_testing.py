"""Corrections of several tests, against worked examples and scipy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from evalhub.lib.statistics.multiple_testing import benjamini_hochberg, benjamini_yekutieli, holm

VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def test_smallest_is_multiplied_most_and_one_is_left_alone():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])

    assert holm([0.03]) == [0.03] and holm([]) == []


@given(VALUES)
def test_order_is_kept_and_nothing_gets_smaller_or_leaves_the_range(values):
    found = holm(values)

    assert all(value <= own <= 1 for value, own in zip(values, found, strict=True))
    by_value = [own for _value, own in sorted(zip(values, found, strict=True))]
    assert by_value == sorted(by_value)


@given(VALUES)
def test_false_discoveries_equal_scipy(values):
    assert benjamini_hochberg(values) == pytest.approx(false_discovery_control(values).tolist())
    assert benjamini_yekutieli(values) == pytest.approx(false_discovery_control(values, method="by").tolist())

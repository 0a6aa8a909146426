"""Percent agreement."""

from annotations.agreement.percent import percent_agreement
from tests.annotations.agreement.examples import (
    make_patterns,
)


def measured(metric, patterns):
    return metric(patterns, level="nominal")


def test_percent_is_one_where_alpha_is_undefined():
    estimate = measured(percent_agreement, make_patterns([[2, 2, 2], [2, 2, None], [2, 2, 2]]))

    assert (estimate.value, estimate.reason) == (1.0, None)


def test_percent_needs_a_pair():
    assert measured(percent_agreement, make_patterns([[1], [2]])).reason == "NO_PAIRS"

"""Percent agreement."""

import pytest
from scipy.stats import binomtest

from annotations.agreement.metrics.percent import percent_agreement
from tests.annotations.agreement.examples import make_patterns


def measured(metric, patterns):
    return metric(patterns, level="nominal")


def test_percent_is_one_where_alpha_is_undefined_and_percent_of_one_value_has_the_interval_of_clopper_and_pearson():
    estimate = measured(percent_agreement, make_patterns([[2, 2, 2], [2, 2, None], [2, 2, 2]]))
    assert (estimate.value, estimate.reason) == (1.0, None)

    share = binomtest(20, 20).proportion_ci(method="exact")
    estimate = measured(percent_agreement, make_patterns([[2, 2]] * 20))
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((1.0, share.low, share.high))


def test_percent_needs_a_pair():
    assert measured(percent_agreement, make_patterns([[1], [2]])).reason == "NO_PAIRS"

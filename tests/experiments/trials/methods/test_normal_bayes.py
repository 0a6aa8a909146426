"""The method normal_bayes: equal to known values, and clear where data do not tell."""

import pytest

from evalhub.lib.statistics.estimate import NO_VARIATION
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs, shares


def test_equals_the_published_flat_prior_and_pairs_say_more():
    found = methods["normal_bayes"].compare(shares((480, 1000), (530, 1000)), Rules())
    assert found.probability_better == pytest.approx(0.987421409, abs=1e-8)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((0.006230884, 0.093769116), abs=1e-8)
    assert found.expected_loss == pytest.approx(9.7617e-5, abs=1e-8)

    found = methods["normal_bayes"].compare(pairs(A, C), Rules(lower_is_better=True))
    assert found.probability_better < 0.01 and found.expected_loss > 0.04
    assert methods["normal_bayes"].compare(pairs([1.0, 1.0], [1.0, 1.0]), Rules()).estimate.reason == NO_VARIATION

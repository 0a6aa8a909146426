"""The method beta_binomial: equal to known values, and clear where data do not tell."""

import pytest

from evalhub.lib.statistics.estimate import NOTHING
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import shares


def test_equals_the_closed_form_for_either_direction():
    found = methods["beta_binomial"].compare(shares((480, 1000), (530, 1000)), Rules())
    assert found.probability_better == pytest.approx(0.987306, abs=1e-6)
    assert found.estimate.low < 0.05 < found.estimate.high and found.estimate.p is None

    higher, lower = (
        methods["beta_binomial"].compare(shares((20, 40), (30, 40)), Rules(lower_is_better=each))
        for each in (False, True)
    )
    assert higher.probability_better + lower.probability_better == pytest.approx(1)
    assert lower.expected_loss > 0.2 > higher.expected_loss
    assert methods["beta_binomial"].compare(shares((0, 0), (1, 2)), Rules()).estimate.reason == NOTHING

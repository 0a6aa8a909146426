"""What so many cases can show: intervals as wide as said, and differences found as often as said."""

import numpy as np
import pytest

from evalhub.lib.statistics import detectable, means, paired


def test_half_width_is_that_of_the_interval():
    scores = np.random.default_rng(7).normal(0, 1, 40)
    sd = float(scores.std(ddof=1))
    found = means.of_moments(40, float(scores.mean()), float(((scores - scores.mean()) ** 2).sum()))

    assert detectable.of_cases(40, sd).half_width == pytest.approx((found.high - found.low) / 2)


@pytest.mark.parametrize("n", [40, 100])
def test_difference_is_found_with_its_power(n):
    rng, difference = np.random.default_rng(n), detectable.of_cases(n, 1.0).difference
    found = [paired.mean_difference(rng.normal(difference, 1, n) - rng.normal(0, 1, n)).p < 0.05 for _ in range(1500)]

    assert np.mean(found) == pytest.approx(detectable.POWER, abs=0.04)


def test_pairs_and_assumed_spread_show_differences():
    loose, tight = (detectable.of_cases(50, 1.0, correlation=each).difference for each in (0.0, 0.75))
    assert tight == pytest.approx(loose / 2)

    for n, sd in ((1, 1.0), (0, 1.0), (30, 0.0)):
        assert detectable.of_cases(n, sd).half_width is None and detectable.of_cases(n, sd).difference is None

    assert detectable.assumed_sd(0, 1, is_share=True) == pytest.approx(0.4)
    assert detectable.assumed_sd(1, 5) == 1 and detectable.assumed_sd(None, 5) is None

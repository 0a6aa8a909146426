"""Means on a bounded scale: Clopper and Pearson's interval for shares, and its coverage for any other score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from evalhub.lib.statistics import bounded_mean

SCORES = st.lists(st.floats(0, 1), min_size=1, max_size=40)


def of_scores(scores):
    return bounded_mean.of_counts(np.asarray(scores, dtype=float), np.ones(len(scores)))


@pytest.mark.parametrize("k, n", [(0, 12), (1, 12), (6, 30), (99, 100), (30, 30)])
def test_shares_have_the_interval_of_clopper_and_pearson(k, n):
    wanted = binomtest(k, n).proportion_ci(method="exact")

    for found in (bounded_mean.share(k / n, n), of_scores([1.0] * k + [0.0] * (n - k))):
        assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-9)


@given(SCORES)
def test_interval_holds_the_mean_and_stays_in_range(scores):
    found = of_scores(scores)

    assert -1e-9 <= found.low <= np.mean(scores) + 1e-9 and np.mean(scores) - 1e-9 <= found.high <= 1 + 1e-9
    assert found.high - found.low > 1e-6


def test_intervals_follow_scale_number_and_population():
    scores = np.array([0.1, 0.5, 0.9, 0.4])
    unit, wide = of_scores(scores), bounded_mean.of_counts(scores * 4 - 2, np.ones(4), least=-2, most=2)
    assert (wide.low, wide.high) == pytest.approx((unit.low * 4 - 2, unit.high * 4 - 2))

    scores = np.random.default_rng(1).beta(4, 2, size=1_000_000)
    half = 1.96 * scores.std() / 1000
    found = of_scores(scores)
    assert (found.low, found.high) == pytest.approx((scores.mean() - half, scores.mean() + half), abs=half / 50)

    found = of_scores([1.0] * 20)
    assert (found.low, found.high) == (pytest.approx(0.025 ** (1 / 20)), 1.0)
    assert of_scores([0.7] * 20).low < 0.65 and of_scores([0.7] * 20).high > 0.73

    free, half, whole = (bounded_mean.share(0.2, 20, drawn_share=share) for share in (0, 0.5, 1))
    assert half.high - 0.2 == pytest.approx((free.high - 0.2) / 2**0.5)
    assert (whole.low, whole.high) == (0.2, 0.2)

    one, other = bounded_mean.share(0.8, 50), bounded_mean.share(0.5, 50)
    found = bounded_mean.difference((0.8, one), (0.5, other))
    assert found.low < 0.3 < found.high
    assert max(one.high - one.low, other.high - other.low) < found.high - found.low < 0.5


def test_rare_bad_scores_are_covered_where_a_normal_interval_misses_them():
    """2 % of otherwise good scores are 0: most samples of 20 hold none of them."""
    rng = np.random.default_rng(5)
    truth, covered, normal = 0.98 * 30 / 33, 0, 0
    for _ in range(400):
        scores = np.where(rng.random(20) < 0.02, 0.0, rng.beta(30, 3, size=20))
        found, half = of_scores(scores), 1.96 * scores.std(ddof=1) / 20**0.5
        covered += found.low <= truth <= found.high
        normal += abs(scores.mean() - truth) <= half

    assert normal < 0.85 * 400
    assert covered >= 0.95 * 400

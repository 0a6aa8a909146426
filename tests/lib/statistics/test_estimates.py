"""Figures of one evaluation and of two systems: equal to scipy and to published values, undefined with a reason."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchmarks import coverage_of_evaluations as coverage
from evalhub.lib.statistics import bounded_mean, mcnemar, means, paired, proportions, quantiles, rogan_gladen
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, UNINFORMATIVE

CONTROL, TREATMENT = np.array([3, 4, 5, 5, 2, 4, 3, 5, 1, 4]), np.array([4, 4, 5, 4, 3, 5, 3, 5, 3, 5])


def test_paired_differences_equal_published_values():
    found = paired.mean_difference(TREATMENT - CONTROL)
    assert (found.value, found.p) == pytest.approx((0.5, 0.0957339094713))
    assert (found.low, found.high) == pytest.approx((-0.107936470439, 1.10793647044))

    one_each = paired.mean_difference(TREATMENT - CONTROL, np.arange(10))
    plain = paired.mean_difference(TREATMENT - CONTROL)
    assert (one_each.low, one_each.p) == pytest.approx((plain.low, plain.p))
    assert paired.mean_difference(TREATMENT - CONTROL, [0] * 5 + [1] * 5).reason == TOO_FEW


@pytest.mark.parametrize("found, reason", [
    (paired.mean_difference([]), NOTHING),
    (paired.mean_difference([0.2]), TOO_FEW),
    (paired.mean_difference([0.5, 0.5, 0.5]), NO_VARIATION),
    (means.of_moments(0, None, None), NOTHING),
    (means.of_moments(5, 1.0, 0.0), NO_VARIATION),
    (proportions.wilson(0, 0), NOTHING),
    (quantiles.of_values([], 0.5), NOTHING),
    (quantiles.of_values([1, 2, 3], 0.95), TOO_FEW),
    (mcnemar.share_difference(0, 0, 0), NOTHING),
    (rogan_gladen.corrected(5, 10, hits=1, passes=1, correct_fails=0, fails=0), NOTHING),
    (rogan_gladen.corrected(50, 100, hits=20, passes=40, correct_fails=20, fails=40), UNINFORMATIVE),
    (rogan_gladen.corrected(50, 100, hits=18, passes=20, correct_fails=18, fails=20), TOO_FEW),
])  # fmt: skip
def test_what_is_not_determined_has_a_reason_and_no_interval(found, reason):
    assert (found.reason, found.low, found.high) == (reason, None, None)


@given(st.lists(st.floats(-1, 1), max_size=30))
def test_outcomes_are_all_cases(differences):
    wins, ties, losses = paired.outcomes(differences)

    assert wins + ties + losses == len(differences)
    assert (losses, ties, wins) == paired.outcomes([-each for each in differences])


@pytest.mark.parametrize("gained, lost, exact", [
    (10, 2, 0.038574219), (15, 5, 0.041389465), (25, 15, 0.153859944), (6, 0, 0.03125), (0, 0, 1),
])  # fmt: skip
def test_flipped_cases_equal_known_values(gained, lost, exact):
    assert mcnemar.exact_p(gained, lost) == pytest.approx(exact, abs=1e-8)


@pytest.mark.parametrize("k, n, low, high", [
    (8, 10, 0.490162, 0.943318), (45, 50, 0.786398, 0.956524), (0, 20, 0, 0.161125), (30, 30, 0.886487, 1),
])  # fmt: skip
def test_wilson_equals_known_values(k, n, low, high):
    found = proportions.wilson(k, n)

    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-6)


def test_means_quantiles_and_corrected_shares():
    scores = np.array([0.2, 0.9, 0.4, 0.8])
    m2 = float(((scores - scores.mean()) ** 2).sum())
    bounded = bounded_mean.of_counts(scores, np.ones(4))
    low, high = stats.t.interval(0.95, 3, scores.mean(), stats.sem(scores))
    found, free = means.of_moments(4, scores.mean(), m2, least=0, most=1), means.of_moments(4, scores.mean(), m2)
    assert (found.low, found.high) == (bounded.low, bounded.high)
    assert (free.low, free.high) == pytest.approx((low, high))

    found = quantiles.of_values(range(1, 101), 0.5)
    share = stats.binom.cdf(found.high - 1, 100, 0.5) - stats.binom.cdf(found.low - 1, 100, 0.5)
    assert found.value == 50.5 and (found.low, found.high) == (40, 61) and share >= 0.95

    found = rogan_gladen.corrected(350, 500, hits=90, passes=100, correct_fails=85, fails=100)
    assert found.value == pytest.approx(0.733333333333)
    assert (found.high - found.low) / 2 / proportions.Z == pytest.approx(0.0420511152801)

    found = rogan_gladen.corrected(70, 100, hits=60, passes=60, correct_fails=60, fails=60)
    assert found.value == pytest.approx(0.7)


@pytest.mark.parametrize("covered", [
    lambda: coverage.difference_covered("scores in quarters", 30, 300),
    lambda: coverage.clusters_covered(30, 300),
    lambda: coverage.quantile_covered("two models", 0.95, 100, 300),
    lambda: coverage.share_covered(0.9, 30, 300),
    lambda: coverage.flips_covered(0.1, 0.05, 100, 300),
    lambda: coverage.correction_covered(0.7, 0.95, 0.95, 30, 30, 300),
    lambda: coverage.labels_covered(0.4, 100, 1000, 300),
])  # fmt: skip
def test_intervals_hold_the_truth(covered):
    assert covered() >= 0.92

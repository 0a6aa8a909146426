"""What holds for any data, and what data cannot tell."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalhub.lib.statistics import bradley_terry, paired
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, UNINFORMATIVE
from evalhub.lib.statistics.experiments import (
    beta_binomial,
    confidence_sequence,
    cuped,
    non_inferiority,
    normal_posterior,
    off_policy,
    quantile_difference,
    ratios,
    sample_ratio,
    score_posterior,
    thompson,
    welch,
    wilcoxon,
)
from evalhub.lib.statistics.experiments.moments import SampleMoments

SOME, NONE, ONE, EQUAL = (SampleMoments.of(each) for each in ([1.0, 2.0, 4.0], [], [1.0], [0.5, 0.5, 0.5]))
RNG = np.random.default_rng(11)
numbers = st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=40)


@pytest.mark.parametrize("found, reason", [
    (welch.difference(NONE, SOME), NOTHING),
    (welch.difference(ONE, SOME), TOO_FEW),
    (welch.difference(EQUAL, EQUAL), NO_VARIATION),
    (ratios.relative_difference(SampleMoments.of([-1.0, 1.0]), SOME), UNINFORMATIVE),
    (ratios.relative_difference(EQUAL, SOME), NO_VARIATION),
    (ratios.difference(([1.0], [0.0]), ([1.0], [1.0])), UNINFORMATIVE),
    (ratios.difference(([1.0], [1.0]), ([1.0], [1.0])), TOO_FEW),
    (confidence_sequence.of_difference(None, None, 0, planned_n=100), NOTHING),
    (confidence_sequence.of_difference(0.1, 0.1, 29, planned_n=100), TOO_FEW),
    (confidence_sequence.of_difference(0.0, 0.0, 50, planned_n=100), NO_VARIATION),
    (cuped.difference(([], []), ([1.0], [1.0])), NOTHING),
    (cuped.difference(([1.0], [1.0]), ([1.0], [1.0])), TOO_FEW),
    (wilcoxon.shift([]), NOTHING),
    (wilcoxon.shift([1.0, 2.0]), TOO_FEW),
    (wilcoxon.shift([0.5] * 8), NO_VARIATION),
    (quantile_difference.of_pairs([], [], 0.5), NOTHING),
    (quantile_difference.of_pairs(range(30), range(30), 0.95), TOO_FEW),
    (quantile_difference.of_samples([1.0] * 40, [1.0] * 40, 0.5), NO_VARIATION),
    (off_policy.mean([], []), NOTHING),
    (off_policy.mean([1.0], [0.5]), TOO_FEW),
    (off_policy.mean([1.0] * 40, [0.5] * 40), NO_VARIATION),
])  # fmt: skip
def test_what_is_not_determined_has_a_reason_and_no_interval(found, reason):
    assert (found.reason, found.low, found.high, found.p) == (reason, None, None, None)


@pytest.mark.parametrize("found, reason", [
    (normal_posterior.of_difference(None, None), NOTHING),
    (normal_posterior.of_difference(1.0, None), TOO_FEW),
    (normal_posterior.of_difference(1.0, 0.0), NO_VARIATION),
    (score_posterior.difference(ONE, SOME), TOO_FEW),
    (score_posterior.difference(EQUAL, SOME), NO_VARIATION),
    (beta_binomial.difference((0, 0), (1, 2)), NOTHING),
    (bradley_terry.strengths([[0, 3], [0, 0]]), "SEPARATED"),
    (bradley_terry.strengths([[0, 0], [0, 0]]), "NOTHING"),
    (non_inferiority.guardrail(None, None, None, margin=0.1), NOTHING),
    (non_inferiority.guardrail(0.1, None, None, margin=0.1), TOO_FEW),
    (non_inferiority.guardrail(0.1, 0.0, None, margin=0.1), NO_VARIATION),
])  # fmt: skip
def test_no_posterior_and_no_verdict_without_data(found, reason):
    assert found.reason == reason


@given(numbers, numbers)
def test_moments_add_up(one, other):
    both = SampleMoments.of(one).with_(SampleMoments.of(other))
    whole = SampleMoments.of(one + other)

    assert (both.n, both.mean, both.m2) == pytest.approx((whole.n, whole.mean, whole.m2), abs=1e-6)


def test_moments_keep_digits_of_large_values():
    assert SampleMoments.of(np.array([0.0, 1.0, 2.0]) + 1e8).variance == pytest.approx(1.0)


@given(st.integers(0, 40), st.integers(0, 40))
def test_swapped_variants_swap_probability_and_losses(first, second):
    one = beta_binomial.difference((first, 40), (second, 40))
    other = beta_binomial.difference((second, 40), (first, 40))

    assert one.probability_better + other.probability_better == pytest.approx(1, abs=1e-7)
    assert one.loss_of_control == pytest.approx(other.loss_of_treatment, abs=1e-7)


def test_a_flat_prior_is_the_limit_of_a_wide_one():
    wide = normal_posterior.of_difference(0.2, 0.1, prior_deviation=1e6)

    assert wide.probability_better == pytest.approx(normal_posterior.of_difference(0.2, 0.1).probability_better)


@given(st.floats(-0.5, 0.5), st.floats(0.01, 0.2), st.floats(0, 0.2))
def test_a_guardrail_is_shown_only_where_the_bound_excludes_the_margin(value, error, margin):
    found = non_inferiority.guardrail(value, error, 40, margin=margin)

    assert found.is_shown == (found.bound > -margin) == (found.p < 0.05)
    assert not (found.is_shown and found.is_harmed)


def test_a_guardrail_of_latency_turns_the_sign():
    slower = non_inferiority.guardrail(231.0, 37.0, None, margin=400.0, lower_is_better=True)

    assert slower.gain == -231.0 and slower.is_shown and slower.bound == pytest.approx(-291.9, abs=0.1)


def test_looks_at_the_sample_ratio_are_safe_and_find_a_broken_one():
    fair, broken = RNG.random(2_000) < 0.5, RNG.random(2_000) < 0.6

    def least(chosen):
        ones = np.cumsum(chosen)
        return min(sample_ratio.running_p([k, n + 1 - k], [0.5, 0.5]) for n, k in enumerate(ones.tolist()))

    assert least(fair) > 0.05 > 0.001 > least(broken)
    assert sample_ratio.p_value([3, 2], [0.5, 0.5]) is None and sample_ratio.running_p([1, 1], [1.0, 0.0]) == 0
    with pytest.raises(ValueError, match="share of 0"):
        sample_ratio.p_value([1, 1], [1.0, 0.0])


def test_a_plain_mean_of_a_bandit_is_biased_and_the_weighted_one_is_not():
    """Units with a low outcome were given to the variant less often."""
    chances = np.where(RNG.random(40_000) < 0.5, 0.9, 0.1)
    outcomes = chances + RNG.normal(0, 0.1, 40_000)
    got = RNG.random(40_000) < chances
    found = off_policy.mean(outcomes[got], chances[got])

    assert outcomes[got].mean() > 0.75 and found.low < 0.5 < found.high
    with pytest.raises(ValueError, match="above 0"):
        off_policy.mean([1.0], [0.0])


def test_chances_clusters_and_floors():
    values = RNG.normal(0.5, 0.2, 40)
    found, plain = off_policy.mean(values, [0.4] * 40, alpha=0.1), paired.mean_difference(values, alpha=0.1)
    assert (found.value, found.low, found.high) == pytest.approx((plain.value, plain.low, plain.high))
    assert off_policy.mean(values, [1e-9] + [1.0] * 39).reason == TOO_FEW

    names = np.repeat(np.arange(10), 4)
    first, second = (RNG.normal(0, 1, 10)[names] + RNG.normal(0, 0.1, 40) for _ in range(2))
    known = RNG.normal(0, 1, 40)
    plain = cuped.difference((first, known), (second, known))
    found = cuped.difference((first, known), (second, known), clusters=(names, names))
    assert found.value == plain.value and found.n == 80
    assert found.high - found.low > 1.5 * (plain.high - plain.low)

    assert min(thompson.floored([1.0, 0.0, 0.0], 0.05)) == 0.05
    with pytest.raises(ValueError, match="0 to 0.5"):
        thompson.floored([0.5, 0.5], 0.6)


def test_quantiles_ties_and_ratios():
    base = RNG.lognormal(6, 0.8, 300)
    other = base * 1.1 + RNG.normal(0, 5, 300)
    pairs, separate = quantile_difference.of_pairs(base, other, 0.5), quantile_difference.of_samples(base, other, 0.5)
    assert pairs.low > 0 and pairs.high - pairs.low < separate.high - separate.low
    assert pairs == quantile_difference.of_pairs(base, other, 0.5)

    plain = bradley_terry.strengths([[0, 30], [10, 0]])
    tied = bradley_terry.strengths([[0, 20], [0, 0]], ties=[[0, 20], [20, 0]])
    assert plain.strengths[1].value == pytest.approx(-math.log(3)) == pytest.approx(tied.strengths[1].value)

    first, second = RNG.normal(1, 0.3, 40), RNG.normal(1.2, 0.3, 50)
    found = ratios.difference((first, np.full(40, 2.0)), (second, np.full(50, 2.0)))
    plain = welch.difference(SampleMoments.of(first / 2), SampleMoments.of(second / 2))
    assert (found.value, found.low, found.p) == pytest.approx((plain.value, plain.low, plain.p))

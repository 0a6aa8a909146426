"""Figures of experiments equal published values, and scipy's."""

import math

import numpy as np
import pytest
from scipy import stats

from evalhub.lib.statistics import bradley_terry, means, paired, ppi
from evalhub.lib.statistics.estimate import TOO_FEW, UNINFORMATIVE
from evalhub.lib.statistics.experiments import (
    beta_binomial,
    confidence_sequence,
    cuped,
    effect_sizes,
    normal_posterior,
    power,
    ratios,
    sample_ratio,
    score_posterior,
    thompson,
    welch,
    wilcoxon,
)
from evalhub.lib.statistics.experiments.moments import SampleMoments
from evalhub.lib.statistics.experiments.score_posterior import NormalInverseGamma

RNG = np.random.default_rng(7)
CONTROL = np.array([17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8])
TREATMENT = np.array([
    21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8, 20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5,
    21.8,
])  # fmt: skip
A, C = np.array([0.6, 0.7, 0.65, 0.8, 0.55, 0.9, 0.75, 0.7]), np.array([0.7, 0.75, 0.6, 0.85, 0.65, 0.95, 0.8, 0.72])


def of_sums(n, total, squares):
    return SampleMoments(n, total / n, squares - total * total / n)


def of_share(passes, n):
    """Moments whose variance is p (1 - p)."""
    share = passes / n
    return SampleMoments(n, share, share * (1 - share) * (n - 1))


BEFORE, AFTER = of_sums(3407, 1396.87, 52377.9767), of_sums(3461, 2422.7, 134698.29)
LOW, HIGH = of_share(480, 1000), of_share(530, 1000)


def error_of(control, treatment):
    return math.sqrt(control.error_squared + treatment.error_squared)


def test_differences_of_means():
    found = welch.difference(SampleMoments.of(CONTROL), SampleMoments.of(TREATMENT))
    assert (found.value, found.p) == pytest.approx((1.525, 0.148841696605))
    assert (found.low, found.high) == pytest.approx((-0.648421325352, 3.69842132535))

    found = welch.difference(BEFORE, AFTER)
    freedom = welch.degrees_of_freedom((BEFORE.n, BEFORE.error_squared), (AFTER.n, AFTER.error_squared))
    assert (freedom, found.p) == pytest.approx((5841.742032, 0.020158403), abs=1e-6)
    assert (found.low, found.high) == pytest.approx((0.045377893, 0.534622107), abs=1e-8)

    far = welch.difference(SampleMoments(1000, 0.0, 999.0), SampleMoments(1000, 2.0, 999.0))
    assert 0 < far.p < 1e-100

    found = ratios.relative_difference(BEFORE, AFTER)
    shares = ratios.relative_difference(LOW, HIGH)
    assert (found.value, found.p, found.low) == pytest.approx((0.707317073, 0.061911827, -0.035260089), abs=1e-7)
    assert (shares.value, shares.p) == pytest.approx((0.104166667, 0.033672982), abs=2e-5)


def test_confidence_sequences():
    error, n = error_of(BEFORE, AFTER), BEFORE.n + AFTER.n
    wide = confidence_sequence.of_difference(0.29, error, n, planned_n=5000)
    narrow = confidence_sequence.of_difference(0.29, error, n, planned_n=1000)
    assert confidence_sequence.tuned(5000) == pytest.approx(0.0398400668)
    assert (wide.high - 0.29, wide.p) == pytest.approx((0.379410096, 0.290744559), abs=1e-6)
    assert (narrow.high - 0.29, narrow.p) == pytest.approx((0.398362052, 0.525373318), abs=1e-6)
    assert confidence_sequence.half_width(0.4 / math.sqrt(800), 800, planned_n=1000) == pytest.approx(0.0429973773885)

    """Constants of Howard et al.: a bound of 30.35209 for variance 100, tuned for 100."""
    assert confidence_sequence.half_width(0.1, 100, planned_n=100) * 100 == pytest.approx(30.35209, abs=1e-4)
    assert 1 / confidence_sequence.tuned(100) ** 2 == pytest.approx(12.60056, abs=1e-5)
    assert math.log(confidence_sequence.likelihood_ratio_p(10, 10, 100**2 / 12.60056)) <= 0


def test_posteriors_of_flat_normal_and_inverse_gamma_priors():
    error = error_of(LOW, HIGH)
    flat = normal_posterior.of_difference(0.05, error)
    prior = normal_posterior.of_difference(0.05, error, prior_deviation=0.3 * 0.48)
    assert (flat.probability_better, flat.low) == pytest.approx((0.987421409, 0.006230884), abs=1e-8)
    assert (flat.loss_of_control, flat.loss_of_treatment) == pytest.approx((0.050097617, 9.7617e-5), abs=1e-8)
    assert (prior.mean, prior.deviation) == pytest.approx((0.048825743, 0.022067804), abs=1e-8)
    assert prior.probability_better == pytest.approx(0.986535069, abs=1e-8)
    assert normal_posterior.losses(0.1, 0.05) == pytest.approx((0.1004245351, 0.0004245351))
    assert normal_posterior.probability_above(flat, 0.0) == pytest.approx(flat.probability_better)

    control = SampleMoments.of([0.904, 0.444, 0.742, 0.643, 0.655, 0.678, 0.498, 0.677, 0.613, 1.032, 0.723, 0.665])
    treatment = SampleMoments.of([
        0.726, 0.68, 0.633, 0.713, 0.818, 0.731, 0.875, 0.736, 0.763, 0.945, 0.825, 0.699, 0.738, 0.825,
    ])  # fmt: skip
    prior = NormalInverseGamma(0.0, 0.001, 0.001, 0.001)
    found = score_posterior.difference(control, treatment, prior=prior)
    assert prior.after(control).scale == pytest.approx(0.0438302603083, abs=1e-9)
    assert found.mean == pytest.approx(0.0752885441819, abs=1e-8)
    assert found.probability_better == pytest.approx(0.924156924666, abs=1e-6)
    assert (found.loss_of_treatment, found.loss_of_control) == pytest.approx((0.00204168095, 0.0773301398), abs=1e-6)
    assert (found.low, found.high) == pytest.approx((-0.030597449164, 0.181174537528), abs=1e-6)


@pytest.mark.parametrize("control, treatment, better", [
    ((49, 100), (51, 100), 0.610771),
    ((480, 1000), (530, 1000), 0.987306),
    ((14, 28), (16, 30), 0.598548),
    ((8, 10), (10, 10), 0.892857),
    ((120, 1000), (140, 1000), 0.90787258637),
])  # fmt: skip
def test_beta_binomial(control, treatment, better):
    found = beta_binomial.difference(control, treatment)

    assert found.probability_better == pytest.approx(better, abs=6e-7)
    assert found.loss_of_control - found.loss_of_treatment == pytest.approx(found.mean, abs=1e-9)


@pytest.mark.parametrize("passes, n, low, high", [
    (8, 10, 0.482244, 0.939782), (45, 50, 0.785855, 0.955580), (0, 20, 0.001205, 0.161098), (30, 30, 0.887811, 0.999184)
])  # fmt: skip
def test_beta_interval(passes, n, low, high):
    assert beta_binomial.interval(passes, n) == pytest.approx((low, high), abs=1e-6)


def test_sample_ratio_cuped_effect_sizes_and_ranks():
    assert sample_ratio.p_value([1000, 1100], [0.5, 0.5]) == pytest.approx(0.029096332)
    assert sample_ratio.p_value([500, 500, 600], [1, 1, 1]) == pytest.approx(0.001930454, abs=1e-9)
    assert sample_ratio.p_value([821588, 815482], [0.5, 0.5]) == pytest.approx(1.8217929e-6)
    assert sample_ratio.p_value([1000, 1100, 0], [0.5, 0.5, 0]) == pytest.approx(0.029096332)

    x0, y0 = [3, 3.21, 2.81, 2.38, 2.68, 2.31, 3.04, 3.94], [2.75, 2.88, 2.89, 2.51, 2.68, 2.07, 2.92, 3.86]
    x1, y1 = [2.06, 2.68, 1.67, 2.1, 1.71, 2.84, 2.11, 3.19], [2.5, 2.89, 1.38, 2.32, 2.15, 3.11, 2.03, 3.21]
    found = cuped.difference((y0, x0), (y1, x1))
    assert cuped.slope(np.array(y0 + y1), np.array(x0 + x1)) == pytest.approx(0.866077306)
    assert found.value == pytest.approx(0.171130913, abs=1e-8)
    assert found.p == pytest.approx(0.149733456)

    a, c = SampleMoments.of(A), SampleMoments.of(C)
    assert effect_sizes.cohens_d(a, c).value == pytest.approx(0.413038753)
    assert effect_sizes.hedges_g(a, c).value == pytest.approx(0.390509366)
    assert welch.difference(a, c).p == pytest.approx(0.422615792)
    assert paired.mean_difference(C - A).p == pytest.approx(0.028317984)
    assert effect_sizes.cohens_d(SampleMoments(5, 1.0, 0.0), SampleMoments(5, 2.0, 0.0)).value is None
    assert effect_sizes.rank_biserial([1, 2, -3]).value == 0.0 and effect_sizes.odds_of_flips(10, 2).value == 5

    gaps = np.random.default_rng(5).normal(0.1, 0.5, 41)
    walsh = [(one + two) / 2 for place, one in enumerate(gaps) for two in gaps[place:]]
    found = wilcoxon.shift(gaps)
    assert found.value == pytest.approx(np.median(walsh)) and found.p == pytest.approx(stats.wilcoxon(gaps).pvalue)
    assert found.low < found.value < found.high and (found.low > 0) == (found.p < 0.05)


@pytest.mark.parametrize("n, alpha, rank", [(6, 0.05, 1), (10, 0.05, 9), (20, 0.05, 53), (50, 0.05, 435), (8, 0.01, 1)])
def test_ends_of_the_exact_signed_rank_interval(n, alpha, rank):
    """One more than the critical value of tables of the signed-rank test (Wilcoxon and Wilcox 1964)."""
    gaps = RNG.normal(0, 1, n)
    walsh = sorted((one + two) / 2 for place, one in enumerate(gaps) for two in gaps[place:])
    found = wilcoxon.shift(gaps, alpha=alpha)

    assert (found.low, found.high, found.alpha) == pytest.approx((walsh[rank - 1], walsh[-rank], alpha))


def test_ranks_that_tie_are_exact_for_few():
    """By every sign flip (scipy's PermutationMethod); the normal limit gives 0.1557."""
    assert wilcoxon.shift([0.5, 0.5, -0.5, 1.0, 1.5, -1.0, 0.5, 2.0]).p == pytest.approx(0.2109375)


def test_signed_rank_intervals_of_ties_and_few_pairs():
    gaps = np.round(4 * RNG.normal(0.0625, 0.3, 40)) / 4
    found = wilcoxon.shift(gaps)
    assert all((8 * each).is_integer() for each in (found.low, found.value, found.high))

    assert wilcoxon.shift(RNG.normal(0, 1, 7), alpha=0.01).reason == TOO_FEW

    flips = wilcoxon.shift([1.0] * 23 + [-1.0] * 5 + [0.0] * 172)
    assert (flips.value, flips.low, flips.high, flips.reason) == (0, None, None, UNINFORMATIVE)
    assert flips.p == pytest.approx(stats.binomtest(23, 28).pvalue)


def test_other_packages_give_the_same_figures():
    """gbstats 0.8.0, ppi-python 0.2.3 and statsmodels 0.15.0, of these values."""
    steps = np.arange(40.0)
    first, second = 1 + 0.5 * np.sin(steps), 1.2 + 0.6 * np.cos(1.3 * steps)
    turns = 3 + np.round(2 * np.sin(2 * steps) ** 2), 3 + np.round(2 * np.cos(steps) ** 2)
    labels, judged = 0.6 + 0.3 * np.sin(steps), 0.7 + 0.3 * np.sin(steps) + 0.1 * np.cos(3 * steps)
    others = 0.7 + 0.32 * np.sin(np.arange(200) * 1.7)
    relative = ratios.relative_difference(SampleMoments.of(first), SampleMoments.of(second))
    divided = ratios.difference((first, turns[0]), (second, turns[1]))
    corrected = ppi.corrected_mean(labels, judged, others, alpha=0.1).estimate

    assert (relative.value, relative.low, relative.p) == pytest.approx((0.2011433163, 0.0117377361, 0.0377021517))
    assert (divided.value, divided.low, divided.p) == pytest.approx((0.0556781832, 0.0052041230, 0.0310747242))
    assert (corrected.low, corrected.high) == pytest.approx((0.5741646, 0.62970564))
    assert power.power_by_t(0.3, 1.0, 50, paired=True) == pytest.approx(0.5476570390)
    assert power.power_by_t(0.4, 1.0, 60, alpha=0.01) == pytest.approx(0.3388226018)


def test_strengths_equal_those_of_a_logit():
    """statsmodels 0.15.0: Logit of votes on who stands on either side, 90 %."""
    found = bradley_terry.strengths([[0, 12, 9], [5, 0, 8], [11, 6, 0]], alpha=0.1).strengths

    assert [(each.value, each.low, each.high) for each in found[1:]] == [
        pytest.approx((-0.4002893, -1.0651485, 0.2645698), abs=1e-6),
        pytest.approx((-0.1645962, -0.7936582, 0.4644658), abs=1e-6),
    ]


def test_power_and_what_people_correct():
    assert power.power(0.05, 0.02) == pytest.approx(0.705418011)
    assert power.units_for(0.05, 0.25) == pytest.approx(392.444, abs=1e-3)
    assert power.pairs_for(0.05, 0.2) == pytest.approx(125.582, abs=1e-3)
    assert power.units_by_t(0.5, 1.0) == pytest.approx(63.7656117754, abs=1e-3)
    assert power.power(power.detectable(0.02), 0.02) == pytest.approx(0.8, abs=1e-4)

    n = power.pairs_safe_to_look(0.08, 0.56)
    assert n / power.pairs_for(0.08, 0.56) == pytest.approx(1.92, abs=0.01)
    assert power.power_safe_to_look(0.08, 0.56 / math.sqrt(n)) == pytest.approx(0.8, abs=1e-6)

    few, many = (power.corrected_deviation(0.56, 0.5, 0.6, share) for share in (0.2, 0.8))
    assert few > many > 0.5 * math.sqrt(1 - 0.36)
    assert power.corrected_deviation(0.56, 0.5, 0.0, 0.25) == pytest.approx(1.0)
    assert power.paired_deviation(0.4, 0.4, 0.5) == pytest.approx(0.4)


def test_thompson_and_bradley_terry():
    best = thompson.chances_of_best([0.70, 0.72, 0.75], [math.sqrt(0.04 / 200)] * 3, seed=42)
    assert best == pytest.approx([0.004, 0.062, 0.934], abs=0.01)
    assert thompson.floored(best, 0.01) == pytest.approx([0.0136, 0.0702, 0.9162], abs=0.01)

    shares = thompson.top_two([0.0, 1.0, 2.0], [0.1] * 3, seed=1, lower_is_better=True)
    assert shares == pytest.approx([0.5, 0.5, 0.0], abs=0.01)
    assert thompson.top_two([0.0, 1.0], [0.1] * 2, seed=1) == [0.5, 0.5]

    wins = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]]
    found = bradley_terry.strengths(wins)
    values = [each.value for each in found.strengths]
    assert values == pytest.approx([0.0, -2.94907249684, -0.479569769752, 0.268954055819], abs=1e-6)
    assert found.strengths[1].high - found.strengths[1].value == pytest.approx(1.96 * 0.10255, abs=1e-3)


def test_bounded_means_have_the_level_asked_for():
    """Of shares it is Clopper and Pearson's."""
    found = means.of_moments(20, 0.9, 20 * 0.09, least=0, most=1, alpha=0.1)

    assert (found.low, found.high) == pytest.approx(stats.binomtest(18, 20).proportion_ci(0.9))
    assert found.alpha == 0.1

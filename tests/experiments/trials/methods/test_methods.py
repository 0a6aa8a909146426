"""Each method of experiments: equal to known values, and clear where data do not tell."""

import numpy as np
import pytest
from scipy import stats

from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW, UNINFORMATIVE
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, pairs, separate, shares


def test_beta_binomial_equals_the_closed_form_for_either_direction():
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


def test_confidence_sequence_equals_the_published_shares_and_is_narrowest_at_the_planned_n():
    found = methods["confidence_sequence"].compare(shares((480, 1000), (530, 1000)), Rules(planned_n=5000)).estimate
    assert (found.low, found.high, found.p) == pytest.approx((-0.019758960, 0.119758960, 0.303739916), abs=1e-8)

    gaps = np.random.default_rng(2).normal(0.1, 0.5, 200)
    data = pairs(np.zeros(200), gaps)
    widths = {}
    for planned in (20, 200, None, 5000):
        found = methods["confidence_sequence"].compare(data, Rules(planned_n=planned)).estimate
        widths[planned] = found.high - found.low
    assert widths[200] == widths[None] == min(widths.values())

    found = methods["confidence_sequence"].compare(pairs(A, C), Rules()).estimate
    assert (found.reason, found.low) == (TOO_FEW, None)


NAN = float("nan")


def test_cuped_equals_the_published_figures_with_covariates():
    y0, x0 = [2.75, 2.88, 2.89, 2.51, 2.68, 2.07, 2.92, 3.86, 9.0], [3, 3.21, 2.81, 2.38, 2.68, 2.31, 3.04, 3.94, NAN]
    y1, x1 = [2.5, 2.89, 1.38, 2.32, 2.15, 3.11, 2.03, 3.21], [2.06, 2.68, 1.67, 2.1, 1.71, 2.84, 2.11, 3.19]
    found = methods["cuped"].compare(separate(y0, y1, covariates=(x0, x1)), Rules()).estimate
    assert (found.value, found.p) == pytest.approx((0.171130913, 0.149733456))

    with pytest.raises(InvalidInput, match="covariate"):
        methods["cuped"].compare(separate(A, C), Rules())


@pytest.mark.parametrize("gained, lost, p", [(10, 2, 0.038574219), (15, 5, 0.041389465), (6, 0, 0.03125), (0, 0, 1)])
def test_mcnemar_equals_published_flips(gained, lost, p):
    data = pairs([0] * gained + [1] * lost + [1, 0], [1] * gained + [0] * lost + [1, 0])
    found = methods["mcnemar"].compare(data, Rules())

    assert found.estimate.p == pytest.approx(p) and found.estimate.value == (gained - lost) / (gained + lost + 2)
    assert found.effect_size.value == (gained / lost if lost else None)


def test_mcnemar_scores_are_refused():
    with pytest.raises(InvalidInput, match=r"v4 has 0\.6"):
        methods["mcnemar"].compare(pairs(A, C), Rules())


def test_normal_bayes_equals_the_published_flat_prior_and_pairs_say_more():
    found = methods["normal_bayes"].compare(shares((480, 1000), (530, 1000)), Rules())
    assert found.probability_better == pytest.approx(0.987421409, abs=1e-8)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((0.006230884, 0.093769116), abs=1e-8)
    assert found.expected_loss == pytest.approx(9.7617e-5, abs=1e-8)

    found = methods["normal_bayes"].compare(pairs(A, C), Rules(lower_is_better=True))
    assert found.probability_better < 0.01 and found.expected_loss > 0.04
    assert methods["normal_bayes"].compare(pairs([1.0, 1.0], [1.0, 1.0]), Rules()).estimate.reason == NO_VARIATION


def test_paired_t_equals_the_published_pair_at_each_alpha_and_with_clusters():
    found = methods["paired_t"].compare(pairs(A, C), Rules())
    assert (found.estimate.p, found.estimate.low, found.estimate.high) == pytest.approx(
        (0.028317984, 0.006546864, 0.085953136)
    )
    assert found.effect_size.name == "Cohen's dz"

    narrow, wide = (methods["paired_t"].compare(pairs(A, C), Rules(alpha=each)).estimate for each in (0.1, 0.01))
    assert wide.low < 0 < narrow.low

    clustered = methods["paired_t"].compare(pairs(A, C, clusters=([1] * 8, [1] * 8)), Rules()).estimate
    equal = methods["paired_t"].compare(pairs([1.0, 1.0], [1.0, 1.0]), Rules()).estimate
    assert (clustered.reason, equal.reason, equal.value) == (TOO_FEW, NO_VARIATION, 0)

    with pytest.raises(InvalidInput, match="none in common"):
        methods["paired_t"].checked(separate(A, C))


def test_permutation_signs_and_variants_are_swapped_the_same_way_each_time():
    rounded = pairs([round(100 * each) for each in A], [round(100 * each) for each in C])
    found = methods["permutation"].compare(rounded, Rules()).estimate
    assert found.p == pytest.approx(0.0546875) and found.low <= 0 < found.high

    one, again = (methods["permutation"].compare(separate(A, C), Rules(seed=3)).estimate for _ in range(2))
    other = methods["permutation"].compare(separate(A, C), Rules(seed=4)).estimate
    assert one == again != other and one.p == pytest.approx(0.44, abs=0.03)

    assert methods["permutation"].compare(separate([1.0], [2.0]), Rules()).estimate.reason == TOO_FEW
    assert methods["permutation"].compare(separate([], [2.0]), Rules()).estimate.reason == NOTHING


RNG = np.random.default_rng(8)


def labelled(n, shift, bias):
    """(people's values, 100 of n known; the machine's, which is off by `bias`)."""
    truth = RNG.normal(shift, 0.3, n)
    said = np.where(np.arange(n) < 100, truth, np.nan)
    return said, truth + bias + RNG.normal(0, 0.1, n)


@pytest.mark.parametrize("make", [pairs, separate])
def test_ppi_a_biased_machine_is_corrected(make):
    (said, judged), (said_then, judged_then) = labelled(600, 0.5, 0.0), labelled(600, 0.6, 0.4)
    found = methods["ppi"].compare(make(said, said_then, machine_values=(judged, judged_then)), Rules()).estimate

    assert found.low < 0.1 < found.high < 0.3 and 0 < found.p < 0.05


def test_ppi_few_labels_and_no_machine():
    few = separate([1.0] * 5, [1.0] * 5, machine_values=([1.0] * 5, [1.0] * 5))

    assert methods["ppi"].compare(few, Rules()).estimate.low is None
    with pytest.raises(InvalidInput, match="machine_value"):
        methods["ppi"].compare(separate(A, C), Rules())
    with pytest.raises(InvalidInput, match="machine_value"):
        methods["ppi"].compare(pairs(A, C), Rules())


def test_ratio_ratio_of_sums_needs_denominators():
    found = methods["ratio"].compare(separate(A, C, denominators=([2] * 8, [1, 3] * 4)), Rules()).estimate
    assert found.value == pytest.approx(sum(C) / 16 - sum(A) / 16) and found.low < found.value < found.high
    empty = separate(A, C, denominators=([0] * 8, [1] * 8))
    assert methods["ratio"].compare(empty, Rules()).estimate.reason == UNINFORMATIVE

    with pytest.raises(InvalidInput, match="denominator"):
        methods["ratio"].compare(separate(A, C), Rules())


def test_welch_equals_scipy_with_clusters_of_one_unit():
    found = methods["welch"].compare(separate(A, C), Rules())
    assert found.estimate.p == pytest.approx(stats.ttest_ind(C, A, equal_var=False).pvalue)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((-0.073831702, 0.166331702))
    assert (found.effect_size.name, found.effect_size.value) == ("Hedges' g", pytest.approx(0.390509366))

    plain = methods["welch"].compare(separate(A, C), Rules()).estimate
    clustered = methods["welch"].compare(separate(A, C, clusters=(range(8), range(8))), Rules()).estimate
    empty = methods["welch"].compare(separate([], C, clusters=([], range(8))), Rules()).estimate
    assert (clustered.low, clustered.p) == pytest.approx((plain.low, plain.p)) and empty.reason == NOTHING


def test_wilcoxon_equals_scipy():
    found = methods["wilcoxon"].compare(pairs(A, C), Rules())

    assert found.estimate.p == pytest.approx(stats.wilcoxon([c - a for a, c in zip(A, C, strict=True)]).pvalue)
    assert found.estimate.value == pytest.approx(0.05) and found.effect_size.name == "rank-biserial r"

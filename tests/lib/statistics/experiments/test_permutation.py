"""Permutations: p-values and intervals against every single sign flip and draw, and Student's t where n is large."""

import itertools

import numpy as np
import pytest
from scipy import stats

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW
from evalhub.lib.statistics.experiments import permutation

FEW = np.array([0.1, 0.05, -0.05, 0.05, 0.1, 0.05, 0.05, 0.02])
RNG = np.random.default_rng(3)


def p_of(shift):
    """By all sign flips of the shifted values."""
    rest = FEW - shift
    sums = [abs(np.dot(signs, rest)) for signs in itertools.product((1, -1), repeat=FEW.size)]
    return np.mean(np.array(sums) >= abs(rest.sum()) - 1e-12)


def test_intervals_and_large_samples():
    found = permutation.of_pairs(FEW)
    assert found.p == pytest.approx(p_of(0.0)) == pytest.approx(0.0546875)
    for bound, outwards in ((found.low, -1), (found.high, 1)):
        assert p_of(bound + outwards * 1e-9) <= 0.05 < p_of(bound - outwards * 1e-9)

    gaps = RNG.normal(0.05, 0.2, 200)
    found, told = permutation.of_pairs(gaps, alpha=0.1), stats.ttest_1samp(gaps, 0)
    assert found.p == pytest.approx(told.pvalue, abs=0.005)
    assert (found.low, found.high) == pytest.approx(told.confidence_interval(0.9), abs=0.001)
    assert found == permutation.of_pairs(gaps, alpha=0.1) != permutation.of_pairs(gaps, alpha=0.1, seed=1)

    first, second = RNG.normal(1, 0.3, 80), RNG.normal(1.1, 0.3, 60)
    found, told = permutation.of_samples(first, second), stats.ttest_ind(second, first)
    assert found.p == pytest.approx(told.pvalue, abs=0.005)
    assert (found.low, found.high) == pytest.approx(told.confidence_interval(), abs=0.004)


@pytest.mark.parametrize("found, reason", [
    (permutation.of_pairs([]), NOTHING),
    (permutation.of_pairs([0.1, 0.2, 0.3, 0.4, 0.5]), TOO_FEW),
    (permutation.of_pairs([0.5] * 8), NO_VARIATION),
    (permutation.of_samples([], [1.0]), NOTHING),
    (permutation.of_samples([1.0], [2.0, 3.0]), TOO_FEW),
    (permutation.of_samples([1.0, 1.5], [2.0, 3.0]), TOO_FEW),
    (permutation.of_samples([1.0] * 8, [1.0] * 8), NO_VARIATION),
])  # fmt: skip
def test_what_is_not_determined_has_a_reason_and_no_interval(found, reason):
    assert (found.reason, found.low, found.high) == (reason, None, None)

"""Power of McNemar's exact test, against scipy's binomial test of every outcome, and simulated."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from evalhub.lib.statistics import mcnemar
from evalhub.lib.statistics.experiments import mcnemar_power


@cache
def p_values(flipped):
    return np.array([binomtest(gained, flipped).pvalue for gained in range(flipped + 1)])


def enumerated(effect, differing, n, alpha):
    gained, found = (differing + effect) / (2 * differing), 0.0
    for flipped in range(1, n + 1):
        rejected = np.flatnonzero(p_values(flipped) <= alpha)
        found += binom.pmf(flipped, n, differing) * binom.pmf(rejected, flipped, gained).sum()
    return found


@pytest.mark.parametrize("effect, differing, n", [(0.1, 0.2, 40), (0.02, 0.04, 60), (0.05, 0.05, 30), (0.3, 0.9, 25)])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_it_is_the_sum_over_all_outcomes(effect, differing, n, alpha):
    found = mcnemar_power.power(effect, differing, n, alpha=alpha)

    assert found == pytest.approx(enumerated(effect, differing, n, alpha), abs=1e-12)
    assert found == pytest.approx(mcnemar_power.power(-effect, differing, n, alpha=alpha))


def test_experiments_of_that_size_find_it_as_often():
    n, rng = mcnemar_power.pairs_for(0.05, 0.1), np.random.default_rng(3)
    counts = rng.multinomial(n, [0.075, 0.025, 0.9], size=4_000)
    hits = sum(mcnemar.exact_p(gained, lost) <= 0.05 for gained, lost, _same in counts.tolist())

    assert hits / 4_000 == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize("effect, differing", [(0.02, 0.04), (0.05, 0.1), (0.1, 0.1), (1.0, 1.0)])
def test_a_pair_less_is_not_enough(effect, differing):
    n = mcnemar_power.pairs_for(effect, differing)

    assert mcnemar_power.power(effect, differing, n) >= 0.8 > mcnemar_power.power(effect, differing, n - 1)
    found = mcnemar_power.detectable(n, differing)
    assert found is not None and found <= effect


def test_too_few_pairs_or_too_small_an_effect():
    assert mcnemar_power.detectable(5, 0.1) is None
    assert mcnemar_power.pairs_for(0.00001, 0.5) is None

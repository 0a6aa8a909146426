"""Roots, ranks and quantiles of counts: equal to scipy's, and found where chances tie."""

import numpy as np
import pytest
from scipy.stats import binom, rankdata

from evalhub.lib.statistics import numeric


@pytest.mark.parametrize("share", [0.005, 0.025, 0.1, 0.975])
@pytest.mark.parametrize("p", [0.01, 0.25, 0.5, 0.95])
def test_quantiles_of_counts_equal_scipy(share, p):
    n = np.concatenate([np.arange(200), [1_000, 54_321]])

    assert numeric.binomial_quantile(share, n, p).tolist() == binom.ppf(share, n, p).tolist()


def test_reached_shares_and_ties():
    assert numeric.binomial_quantile(0.125, 3, 0.5) == 0
    assert numeric.binomial_quantile(0.1251, 3, 0.5) == 1

    values = [3.0, 1.0, 3.0, 2.0, 3.0, 1.0]
    assert numeric.mean_ranks(values).tolist() == rankdata(values).tolist() == [5, 1.5, 5, 3, 5, 1.5]


@pytest.mark.parametrize("sign", [1, -1])
def test_a_root_is_found_from_either_side(sign):
    assert numeric.root(lambda x: sign * (x**3 - 2), 0.0, 5.0) == pytest.approx(2 ** (1 / 3), abs=1e-12)
    assert numeric.root(lambda x: sign * (x - 5), 0.0, 5.0) == pytest.approx(5.0, abs=1e-11)


def test_a_root_that_is_not_between_is_refused():
    with pytest.raises(ValueError, match="3 at 1 and 4 at 2. Both signs are needed"):
        numeric.root(lambda x: x + 2, 1.0, 2.0)

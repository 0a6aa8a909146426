"""Several experiments pooled: equal to weights by hand and to scipy, defined only where there is something to pool."""

import numpy as np
import pytest
from scipy import stats

from evalhub.lib.statistics.estimate import NO_VARIATION, NOTHING, TOO_FEW
from evalhub.lib.statistics.experiments.pooled import fixed_effect


def test_experiments_by_hand_and_in_disagreement():
    """Weights 100 and 25 of 125; Q = (0.04 / 0.1)² + (0.16 / 0.2)²."""
    found = fixed_effect([0.2, 0.4], [0.1, 0.2])
    assert found.weights == pytest.approx((0.8, 0.2))
    assert found.estimate.value == pytest.approx(0.24)
    assert (found.estimate.low, found.estimate.high) == pytest.approx((0.24 - 0.175305, 0.24 + 0.175305), abs=1e-6)
    assert (found.q, found.i_squared) == (pytest.approx(0.8), 0)

    """Q = 2 × (0.2 / 0.1)² = 8 with one degree of freedom, of which 7 are more than chance."""
    found = fixed_effect([0.1, 0.5], [0.1, 0.1])
    assert (found.q, found.i_squared) == pytest.approx((8, 7 / 8))
    assert found.q_p == pytest.approx(2 * stats.norm.sf(8**0.5))


def test_pooling_is_least_squares_with_known_errors():
    rng = np.random.default_rng(3)
    values, errors = rng.normal(0.1, 0.05, 7), rng.uniform(0.02, 0.3, 7)
    found = fixed_effect(values.tolist(), errors.tolist(), alpha=0.1)
    weights = 1 / errors**2
    mean, error = np.average(values, weights=weights), weights.sum() ** -0.5
    assert found.estimate.value == pytest.approx(mean)
    assert (found.estimate.low, found.estimate.high) == pytest.approx(stats.norm.interval(0.9, mean, error))
    assert found.estimate.p == pytest.approx(2 * stats.norm.sf(abs(mean) / error))
    q = (weights * (values - mean) ** 2).sum()
    assert (found.q, found.q_p) == pytest.approx((q, stats.chi2.sf(q, 6)))
    assert found.i_squared == pytest.approx(max(0, (q - 6) / q))

    found = fixed_effect([0.2, 0.2], [0.1, 0.1])
    assert (found.q, found.q_p, found.i_squared) == pytest.approx((0, 1, 0), abs=1e-12)
    assert found.estimate.high - found.estimate.value == pytest.approx(1.959964 * 0.1 / 2**0.5)

    assert fixed_effect([1.0, 1.0], [1e-200, 1e-180]).estimate.value == pytest.approx(1)


@pytest.mark.parametrize(
    "values, errors, reason", [([], [], NOTHING), ([0.1], [0.1], TOO_FEW), ([0.1, 0.2], [0.1, 0.0], NO_VARIATION)]
)
def test_nothing_to_pool_has_a_reason(values, errors, reason):
    found = fixed_effect(values, errors)

    assert (found.estimate.value, found.estimate.reason, found.q, found.i_squared) == (None, reason, None, None)

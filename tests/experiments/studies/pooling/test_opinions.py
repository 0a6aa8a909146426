"""Opinion pools on values worked out by hand, and what must hold for all of them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalhub.lib.errors import InvalidInput
from experiments.studies.pooling import opinions

sets = st.lists(st.sets(st.integers(1, 5), max_size=5), min_size=1, max_size=12)


def test_mass_is_spread_over_the_selected_stages():
    assert opinions.stage_vector({2, 4}, 4) == (0.0, 0.5, 0.0, 0.5)
    assert opinions.stage_vector([3], 3) == (0.0, 0.0, 1.0)
    assert opinions.stage_vector([], 3) is None


@pytest.mark.parametrize("selected", [{0}, {5}, {-12}, {1, 19}])
def test_stages_outside_of_the_scale_are_refused(selected):
    with pytest.raises(InvalidInput, match="Valid: 1 to 4"):
        opinions.stage_vector(selected, 4)


def test_linear_pool_of_zadehs_example_weights_and_abstentions():
    pooled = opinions.linear_pool([(0.99, 0.01, 0.0), (0.0, 0.01, 0.99)])
    assert pooled == pytest.approx((0.495, 0.01, 0.495), abs=1e-12)

    a, b = (1.0, 0.0), (0.0, 1.0)
    assert opinions.linear_pool([a, b, None], [3, 1, 5]) == pytest.approx((0.75, 0.25))
    assert opinions.log_pool([(0.5, 0.5), (0.9, 0.1)]) == pytest.approx((0.75, 0.25))
    assert opinions.linear_pool([None, None]) is None and opinions.log_pool([None]) is None
    assert opinions.linear_pool([a], [0]) is None


@pytest.mark.parametrize("weights", [[1], [1, -1], [1, math.nan], [1, math.inf]])
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(InvalidInput):
        opinions.linear_pool([(1.0, 0.0), (0.0, 1.0)], weights)


def test_what_a_distribution_says():
    even, sure = (0.25,) * 4, (0.0, 0.0, 1.0, 0.0)

    assert (opinions.expected_stage(even), opinions.entropy(even), opinions.mid_scale_mass(even)) == (2.5, 1.0, 0.5)
    assert (opinions.expected_stage(sure), opinions.entropy(sure), opinions.mid_scale_mass(sure)) == (3.0, 0.0, 1.0)
    assert opinions.expected_stage(None) is None and opinions.entropy(None) is None
    assert opinions.entropy((1.0,)) is None and opinions.mid_scale_mass(None) is None


@given(sets)
def test_pools_are_distributions_and_know_no_order(selections):
    vectors = [opinions.stage_vector(selected, 5) for selected in selections]

    for pool in (opinions.linear_pool, opinions.log_pool):
        pooled = pool(vectors)
        if pooled is None:
            assert not any(selections)
            continue
        assert math.fsum(pooled) == pytest.approx(1) and min(pooled) >= 0
        assert pool(vectors[::-1]) == pytest.approx(pooled)
        assert 1 <= opinions.expected_stage(pooled) <= 5 + 1e-9
        assert -1e-12 <= opinions.entropy(pooled) <= 1 + 1e-12

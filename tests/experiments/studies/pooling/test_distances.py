"""Distances between distributions: against scipy, and where they are undefined."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon

from evalhub.lib.errors import InvalidInput
from experiments.studies.pooling.distances import jensen_shannon, total_variation


@st.composite
def distributions(draw):
    weights = draw(st.lists(st.integers(0, 100), min_size=4, max_size=4).filter(any))
    return tuple(weight / sum(weights) for weight in weights)


def test_ends():
    left, right = (1.0, 0.0), (0.0, 1.0)

    assert (total_variation(left, right), jensen_shannon(left, right)) == (1.0, 1.0)
    assert (total_variation(left, left), jensen_shannon(left, left)) == (0.0, 0.0)
    assert total_variation(None, left) is None and jensen_shannon(left, None) is None


@given(distributions(), distributions())
def test_divergence_is_that_of_scipy_and_has_no_direction(left, right):
    assert jensen_shannon(left, right) == pytest.approx(float(jensenshannon(left, right, base=2)) ** 2, abs=1e-9)
    assert jensen_shannon(left, right) == pytest.approx(jensen_shannon(right, left), abs=1e-12)
    assert 0 <= total_variation(left, right) <= 1


def test_scales_of_two_sizes_are_refused():
    with pytest.raises(InvalidInput):
        total_variation((1.0,), (0.5, 0.5))

"""Rank correlations against scipy and a worked example."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from reviews.quality.rank_correlation import partial_spearman, ranks, spearman

ROWS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=30)


def test_equal_values_share_their_places():
    assert ranks([10, 20, 20, 5]).tolist() == [2.0, 3.5, 3.5, 1.0]


def test_worked_example_of_hours_and_scores():
    """IQ and hours of television: rho = -29/165 (the example of many textbooks)."""
    iq = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17]

    assert spearman(iq, hours) == pytest.approx(-29 / 165)


@settings(deadline=None)
@given(ROWS)
def test_agrees_with_scipy(rows):
    first, second, _ = np.array(rows, dtype=float).T

    if np.ptp(first) == 0 or np.ptp(second) == 0:
        assert math.isnan(spearman(first, second))
    else:
        assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second).statistic)


@settings(deadline=None)
@given(ROWS)
def test_partial_is_the_correlation_of_what_the_third_leaves(rows):
    first, second, third = np.array(rows, dtype=float).T
    one, other, given_ranks = ranks(first), ranks(second), ranks(third)
    design = np.column_stack([np.ones(len(rows)), given_ranks])
    left = [row - design @ np.linalg.lstsq(design, row, rcond=None)[0] for row in (one, other)]

    found = partial_spearman(first, second, given=third)

    if min(np.linalg.norm(row) for row in left) < 1e-6:
        assert math.isnan(found)
    else:
        expected = left[0] @ left[1] / np.linalg.norm(left[0]) / np.linalg.norm(left[1])
        assert found == pytest.approx(expected, abs=1e-6)

"""Scores of the same pairs in both orders."""

import pytest

from reviews.quality.judge_tests.swap import SWAP_TOLERANCE
from reviews.quality.judged_cases import Case
from tests.reviews.grading.world import figures_of, judged, swapped


def test_consistent_in_every_case_is_no_proof_of_it_and_order_is_consistent_within_the_tolerance():
    found = figures_of(swapped([Case(0.8, 0.8)] * 30, 0.0)).swap_consistency
    # Clopper and Pearson (1934) for 30 of 30.
    assert (found.value, found.low, found.high) == (1.0, pytest.approx(0.8842967), 1.0)

    assert figures_of(swapped([Case(0.8, 0.8)] * 12, 0.1)).swap_consistency.value == 1.0
    assert figures_of(swapped([Case(0.8, 0.8)] * 12, 0.11)).swap_consistency.value == 0.0


def test_scores_a_tolerance_apart_are_the_same_whatever_their_floats_and_shift_tells_which_place_is_favoured():
    cases = [Case(0.8, 0.8, swapped_score=0.7)] * 12
    assert 0.8 - 0.7 > SWAP_TOLERANCE
    assert figures_of(cases).swap_consistency.value == 1.0

    found = figures_of(swapped([Case(0.5, 0.5)] * 12, -0.25)).swap_shift
    assert found.value == pytest.approx(0.25)


def test_only_swapped_cases_count_for_the_order():
    cases = judged(20) + swapped(judged(10), 0.0)

    assert figures_of(cases).swap_consistency.n == 10

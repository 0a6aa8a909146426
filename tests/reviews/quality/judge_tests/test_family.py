"""Preference for the judge's own model family."""

import pytest

from reviews.quality.judged_cases import Case
from tests.reviews.grading.world import figures_of


def test_preference_for_the_own_family_and_preference_needs_both_families():
    cases = [Case(0.7 if own else 0.5, 0.5, is_own_family=own) for own in [True, False] * 15]
    found = figures_of(cases).self_preference
    assert (found.value, found.n) == (pytest.approx(0.2), 30)
    assert -0.1 < found.low < 0.2 < found.high < 0.5

    own_only = figures_of([Case(0.5, 0.5, is_own_family=True)] * 40).self_preference
    assert (own_only.value, own_only.n, own_only.reason) == (None, 40, "TOO_FEW_OF_A_FAMILY")
    assert figures_of([Case(0.5, 0.5)] * 40).self_preference.reason == "TOO_FEW_OF_A_FAMILY"

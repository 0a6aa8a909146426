"""Figures of a judge beside a reference, each with its n and its interval or a reason."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalhub.lib import strict_json
from evalhub.lib.statistics import bootstrap
from reviews.quality.calibration import SWAP_TOLERANCE, Case, measure
from tests.reviews.grading.world import clip, judged, swapped

SCORES = st.floats(0, 1)
CASES = st.lists(
    st.builds(
        Case,
        score=SCORES,
        reference_score=SCORES,
        length_difference=st.none() | st.integers(-500, 500),
        swapped_score=st.none() | SCORES,
        is_own_family=st.none() | st.booleans(),
    ),
    max_size=15,
)


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """An interval of 100 resamples separates these judges as well as one of 2000, in a twentieth of the time."""
    monkeypatch.setattr(bootstrap.of_correlation, "__kwdefaults__", {"resamples": 100})


def test_agreement_and_mean_difference():
    cases = [Case(score, reference) for score, reference in [(0.1, 0.2), (0.5, 0.4), (0.9, 1.0), (0.7, 0.3)]]

    found = measure(cases)

    assert found.spearman.value == pytest.approx(0.8)
    assert found.mean_difference.value == pytest.approx(0.175)
    assert (found.spearman.n, found.spearman.reason, found.spearman.low) == (4, "FEW_CASES", None)


def test_interval_holds_the_value_and_narrows_with_cases():
    few, many = measure(judged(30, noise=0.3)).spearman, measure(judged(300, noise=0.3)).spearman

    assert few.low < few.value < few.high
    assert many.high - many.low < few.high - few.low


def test_same_cases_give_the_same_figures_in_any_order():
    cases = swapped(judged(), 0.05)

    assert measure(cases) == measure(cases[::-1])
    assert measure(cases).spearman != measure(cases[:-1]).spearman


def test_consistent_in_every_case_is_no_proof_of_it():
    found = measure(swapped([Case(0.8, 0.8)] * 30, 0.0)).swap_consistency

    # Clopper and Pearson (1934) for 30 of 30.
    assert (found.value, found.low, found.high) == (1.0, pytest.approx(0.8842967), 1.0)


def test_nothing_measured_is_a_reason_and_not_0():
    for name, found in measure([]).as_json().items():
        assert (found["value"], found["n"]) == (None, 0), name
        assert found["reason"]


def test_scores_that_never_differ_have_no_correlation():
    for cases in [
        [Case(0.5, n / 40) for n in range(40)],
        [Case(n / 40, 0.5) for n in range(40)],
    ]:
        found = measure(cases)

        assert (found.spearman.value, found.spearman.reason) == (None, "NO_VARIATION"), cases
        assert found.mean_difference.value is not None, cases


def test_rare_variation_has_a_value_without_an_interval():
    cases = [Case(1.0, 1.0)] * 40 + [Case(0.0, 0.0)]

    found = measure(cases).spearman

    assert (found.value, found.low, found.reason) == (pytest.approx(1.0), None, "INTERVAL_NO_VARIATION")


def test_order_is_consistent_within_the_tolerance():
    assert measure(swapped([Case(0.8, 0.8)] * 12, 0.1)).swap_consistency.value == 1.0
    assert measure(swapped([Case(0.8, 0.8)] * 12, 0.11)).swap_consistency.value == 0.0


def test_scores_a_tolerance_apart_are_the_same_whatever_their_floats():
    cases = [Case(0.8, 0.8, swapped_score=0.7)] * 12

    assert 0.8 - 0.7 > SWAP_TOLERANCE
    assert measure(cases).swap_consistency.value == 1.0


def test_shift_tells_which_place_is_favoured():
    found = measure(swapped([Case(0.5, 0.5)] * 12, -0.25)).swap_shift

    assert found.value == pytest.approx(0.25)


def test_only_swapped_cases_count_for_the_order():
    cases = judged(20) + swapped(judged(10), 0.0)

    assert measure(cases).swap_consistency.n == 10


def test_judge_of_length_is_caught():
    cases = [
        replace(case, score=clip(case.reference_score / 2 + case.length_difference / 1200 + 0.25))
        for case in judged(80)
    ]

    found = measure(cases)

    assert found.length_bias.low > 0.3 and found.length_correlation.value > 0.3


def test_length_that_the_reference_likes_too_is_no_bias():
    """Long answers are better here and the judge says so; held beside the reference nothing is left."""
    rng = random.Random(3)
    cases = [
        replace(case, length_difference=round(1000 * case.reference_score + rng.gauss(0, 100))) for case in judged(120)
    ]

    found = measure(cases)

    assert found.length_correlation.value > 0.8
    assert abs(found.length_bias.value) < 0.3


def test_preference_for_the_own_family():
    cases = [Case(0.7 if own else 0.5, 0.5, is_own_family=own) for own in [True, False] * 15]

    found = measure(cases).self_preference

    assert (found.value, found.n) == (pytest.approx(0.2), 30)
    assert -0.1 < found.low < 0.2 < found.high < 0.5


def test_preference_needs_both_families():
    own_only = measure([Case(0.5, 0.5, is_own_family=True)] * 40).self_preference

    assert (own_only.value, own_only.n, own_only.reason) == (None, 40, "TOO_FEW_OF_A_FAMILY")
    assert measure([Case(0.5, 0.5)] * 40).self_preference.reason == "TOO_FEW_OF_A_FAMILY"


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CASES)
def test_every_figure_is_json_and_has_a_value_or_a_reason(cases):
    for found in json.loads(strict_json.dumps(measure(cases).as_json())).values():
        assert (found["value"] is None) <= bool(found["reason"])
        assert (found["low"] is None) == (found["high"] is None) and (found["low"] is None) == bool(found["reason"])


def test_score_out_of_range_is_an_error():
    for case in [Case(1.5, 0.5), Case(0.5, float("nan")), Case(0.5, 0.5, swapped_score=-1)]:
        with pytest.raises(ValueError, match="of a calibration case is"):
            measure([case])

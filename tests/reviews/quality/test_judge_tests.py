"""What the kinds of judge tests find together, and what a judge may do by that."""

import json
from dataclasses import asdict, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalhub.lib import strict_json
from evalhub.lib.statistics import bootstrap
from reviews.quality.judge_tests import in_order, licence_of, measure
from reviews.quality.judged_cases import Case
from reviews.quality.pass_rule import REASONS, label
from tests.reviews.grading.world import clip, figures_of, judged, swapped

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


def test_same_cases_give_the_same_figures_in_any_order_and_nothing_measured_is_a_reason_and_not_0():
    cases = swapped(judged(), 0.05)
    assert measure(cases) == measure(cases[::-1])
    assert figures_of(cases).spearman != figures_of(cases[:-1]).spearman

    for name, found in vars(figures_of([])).items():
        assert (found.value, found.n) == (None, 0), name
        assert found.reason


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CASES)
def test_every_figure_is_json_and_has_a_value_or_a_reason(cases):
    figures = {name: asdict(found) for name, found in vars(figures_of(cases)).items()}
    for found in json.loads(strict_json.dumps(figures)).values():
        assert (found["value"] is None) <= bool(found["reason"])
        assert (found["low"] is None) == (found["high"] is None) and (found["low"] is None) == bool(found["reason"])


def test_score_out_of_range_is_an_error_and_fair_judge_passes_and_judge_that_fails_is_told_why():
    for case in [Case(1.5, 0.5), Case(0.5, float("nan")), Case(0.5, 0.5, swapped_score=-1)]:
        with pytest.raises(ValueError, match="of a calibration case is"):
            measure([case])

    found = measure(swapped(judged(), 0.02))
    assert [(each.passed, each.problems, each.cautions) for each in found] == [(True, (), ())] * 4

    for cases, told in [
        ([], "0 cases were scored by both; 30 are needed"),
        (swapped(judged(29), 0.0), "29 cases were scored by both; 30 are needed"),
        (judged(), "0 cases were scored in both orders; 30 are needed"),
        (swapped(judged(score=0.5), 0.0), "No value for the rank correlation"),
        (swapped(judged(noise=0.6), 0.0), "the rank correlation with the reference; at least 0.50"),
        (swapped([replace(case, score=1 - case.score) for case in judged()], 0.0), "includes zero"),
        (swapped([replace(case, score=clip(case.score / 3)) for case in judged()], 0.0), "the mean difference"),
        (swapped(judged(), 0.15), "the same score in both orders; at least 0.80"),
        (swapped(judged(length_difference=None), 0.0), "No value for the correlation with length"),
        (
            swapped([replace(case, score=clip(case.score + case.length_difference / 1500)) for case in judged()], 0.0),
            "the partial correlation with length given the reference; at most 0.30",
        ),
        (
            swapped([replace(case, score=clip(case.score - case.length_difference / 1500)) for case in judged()], 0.0),
            "the partial correlation with length given the reference; at most 0.30",
        ),
        (
            swapped(
                [replace(case, score=clip(case.score * 0.8 + 0.15 * case.is_own_family)) for case in judged()], 0.0
            ),
            "the preference for its own model family; at most 0.10",
        ),
    ]:
        assert told in " ".join(words for each in measure(cases) for words in each.problems), told


def test_judge_that_never_differs_passes_without_an_interval_and_preference_against_the_own_family_is_no_failure():
    cases = swapped([replace(case, score=case.reference_score) for case in judged()], 0.0)
    found = figures_of(cases).spearman
    assert (found.value, found.low, found.reason) == (pytest.approx(1), None, "PERFECT")
    assert all(each.passed for each in measure(cases))

    cases = [replace(case, score=clip(case.score * 0.8 + 0.15 * (not case.is_own_family))) for case in judged()]
    assert all(each.passed for each in measure(swapped(cases, 0.0)))


def test_what_could_not_be_measured_is_a_caution_and_every_reason_has_words():
    for overrides, caution in [
        ({"is_own_family": None}, "Self-preference was not measured: too few answers"),
        ({"length_difference": 0}, "Length bias was not measured"),
    ]:
        found = measure(swapped(judged(**overrides), 0.0))
        assert all(each.passed for each in found), (overrides, caution)
        assert caution in " ".join(words for each in found for words in each.cautions), (overrides, caution)

    figures = [found for cases in ([], [Case(0.5, 0.5)], judged(3)) for found in vars(figures_of(cases)).values()]
    codes = {found.reason for found in figures}
    assert codes - {None} <= set(REASONS)
    assert label("NO_CASES") == "no case was measured"


def test_licence_is_what_the_worst_newest_test_leaves():
    all_passed = {key: True for key, _kind in in_order()}

    for change, licence in [
        ({}, "alone"),
        ({"swap": False}, "prelabel"),
        ({"length": False, "family": False}, "prelabel"),
        ({"calibration": False}, "not_fit"),
    ]:
        assert licence_of(all_passed | change) == licence, change


def test_kind_that_was_never_tested_counts_as_failed_where_it_is_needed():
    all_passed = {key: True for key, _kind in in_order()}

    for missing, licence in [("family", "alone"), ("swap", "prelabel"), ("calibration", "not_fit")]:
        assert licence_of({key: True for key in all_passed if key != missing}) == licence, missing

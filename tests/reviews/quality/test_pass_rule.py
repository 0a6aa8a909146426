"""Which measured judges may be relied on."""

from dataclasses import replace

import pytest

from evalhub.lib.statistics import bootstrap
from reviews.quality.calibration import Case, measure
from reviews.quality.pass_rule import REASONS, label, verdict
from tests.reviews.grading.world import clip, judged, swapped


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """An interval of 100 resamples separates these judges as well as one of 2000, in a twentieth of the time."""
    monkeypatch.setattr(bootstrap.of_correlation, "__kwdefaults__", {"resamples": 100})


def judge_of(cases):
    return verdict(measure(cases))


def test_fair_judge_passes():
    found = judge_of(swapped(judged(), 0.02))

    assert (found.passed, found.reasons, found.cautions, found.reason) == (True, (), (), "")


def test_judge_that_fails_is_told_why():
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
        found = judge_of(cases)

        assert not found.passed, told
        assert told in found.reason, told


def test_judge_that_never_differs_passes_without_an_interval():
    cases = [replace(case, score=case.reference_score) for case in judged()]
    found = measure(swapped(cases, 0.0))

    assert (found.spearman.value, found.spearman.low, found.spearman.reason) == (pytest.approx(1), None, "PERFECT")
    assert verdict(found).passed, verdict(found).reason


def test_preference_against_the_own_family_is_no_failure():
    cases = [replace(case, score=clip(case.score * 0.8 + 0.15 * (not case.is_own_family))) for case in judged()]

    assert judge_of(swapped(cases, 0.0)).passed


def test_what_could_not_be_measured_is_a_caution():
    for overrides, caution in [
        ({"is_own_family": None}, "Self-preference was not measured: too few answers"),
        ({"length_difference": 0}, "Length bias was not measured"),
    ]:
        found = judge_of(swapped(judged(**overrides), 0.0))

        assert found.passed, (overrides, caution)
        assert caution in found.cautions[0], (overrides, caution)


def test_every_reason_has_words():
    figures = [found for cases in ([], [Case(0.5, 0.5)], judged(3)) for found in measure(cases).as_json().values()]
    codes = {found["reason"] for found in figures}

    assert codes - {None} <= set(REASONS)
    assert label("NO_CASES") == "no case was measured"

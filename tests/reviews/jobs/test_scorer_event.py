"""The figures of a job are finite numbers, and odd ones are warned of."""

import json
import math

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviews.jobs.scorer_event import ScorerEvent, load_scorer_event
from tests.reviews.jobs.folders import RESULTS, make_job, refused

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def test_figures_are_read(tmp_path):
    event = load_scorer_event(make_job(tmp_path), initiative_id=" pilot ", model_type="experiment")

    assert event == ScorerEvent(15.0, 10.0, 5.0, 100.0, 50, " pilot ", "experiment")
    assert list(event.as_json()) == [
        "ci_upper",
        "effect_estimate",
        "ci_lower",
        "cost_to_scale",
        "sample_size",
        "initiative_id",
        "model_type",
    ]


def test_every_figure_is_optional(tmp_path):
    event = load_scorer_event(make_job(tmp_path, results={"initiative_id": "ignored", "more": [1]}))

    assert event == ScorerEvent(0.0, 0.0, 0.0, 0.0, 0, "", "")
    assert all(isinstance(value, float) for value in list(event.as_json().values())[:4])


def test_sample_size_is_a_whole_number(tmp_path):
    for value, size in [(50.9, 50), ("50", 50), (" 50 ", 50), (-0.5, 0), (-3, -3), (2**63 - 1, 2**63 - 1)]:
        assert load_scorer_event(make_job(tmp_path, results={"sample_size": value})).sample_size == size, (value, size)


def test_figure_may_be_a_text_that_is_a_number(tmp_path):
    for value, figure in [("10.5", 10.5), (" -1e3 ", -1000.0), (3, 3.0), ("007", 7.0)]:
        assert load_scorer_event(make_job(tmp_path, results={"ci_upper": value})).ci_upper == figure, (value, figure)


def test_figure_that_is_no_finite_number(tmp_path):
    for value in [None, "ten", "", "nan", "inf", "1e999", "1_000", "٣", True, [1], {}, 10**400]:
        for key in ["ci_upper", "effect_estimate", "ci_lower", "cost_to_scale"]:
            job = make_job(tmp_path, results=RESULTS | {key: value})

            assert f"{key} is " in refused("results_invalid", key, load_scorer_event, job), (key, value)


def test_sample_size_that_is_no_whole_number(tmp_path):
    for value in [None, "50.7", "many", "nan", "", True, [50], 2**63, -(2**64), 1e30, 10**400, "9" * 90]:
        job = make_job(tmp_path, results={"sample_size": value})

        refused("results_invalid", "sample_size", load_scorer_event, job)


def test_results_that_are_no_strict_json_object(tmp_path):
    for content in [
        "",
        "{",
        "null",
        "[]",
        "5",
        b"\xef\xbb\xbf{}",
        b"\xff",
        '{"sample_size": NaN}',
        '{"x": Infinity}',
        '{"ci_upper": 1e999}',
        '{"ci_upper": 1, "ci_upper": 2}',
    ]:
        refused("results_invalid", "impact_results.json", load_scorer_event, make_job(tmp_path, results=content))


def test_missing_results(tmp_path):
    refused("results_missing", "impact_results.json", load_scorer_event, make_job(tmp_path, results=None))


def test_results_that_are_a_link(tmp_path):
    job = make_job(tmp_path, results=None)
    (job / "impact_results.json").symlink_to("manifest.json")

    refused("results_invalid", "impact_results.json", load_scorer_event, job)


def test_given_cost_replaces_the_file_s(tmp_path):
    for chosen, cost in [(None, 100.0), (0.0, 0.0), (0, 0.0), (250.5, 250.5)]:
        assert load_scorer_event(make_job(tmp_path), cost_to_scale=chosen).cost_to_scale == cost, chosen


def test_given_cost_is_a_finite_number(tmp_path):
    for chosen in [math.nan, math.inf, "much", True]:
        refused("results_invalid", "cost_to_scale", load_scorer_event, make_job(tmp_path), cost_to_scale=chosen)


def test_odd_figures_are_warned_of(tmp_path):
    for changes, words in [
        ({}, []),
        ({"ci_lower": 11}, ["The estimate 10.0 is outside its interval from 11.0 to 15.0."]),
        ({"ci_lower": 15, "ci_upper": 5}, ["The estimate 10.0 is outside its interval from 15.0 to 5.0."]),
        ({"sample_size": 29}, ["The sample size is 29. Usual: at least 30."]),
        ({"sample_size": 30, "p_value": 0}, []),
        ({"p_value": 1.2}, ["The p-value is 1.2. Usual: a number from 0 to 1."]),
        ({"p_value": "<0.05"}, ["The p-value is '<0.05'. Usual: a number from 0 to 1."]),
        ({"cost_to_scale": 0}, ["The cost to scale is 0.0. Usual: more than 0."]),
    ]:
        assert load_scorer_event(make_job(tmp_path, results=RESULTS | changes)).warnings() == words, (changes, words)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(figures=st.fixed_dictionaries(dict.fromkeys(list(RESULTS)[:4], FINITE)), size=st.integers(-(2**62), 2**62))
def test_figures_are_kept_bit_for_bit(tmp_path, figures, size):
    job = tmp_path / "job"
    job.mkdir(exist_ok=True)
    (job / "impact_results.json").write_text(json.dumps(figures | {"sample_size": size}))

    event = load_scorer_event(job).as_json()

    assert {key: event[key] for key in figures} == figures and event["sample_size"] == size

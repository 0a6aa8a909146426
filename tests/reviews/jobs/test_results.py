"""The files that an evaluation writes have exactly these keys."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalhub.lib.strict_json import BadJson
from reviews.jobs.actions.scoring import ScoreResult
from reviews.jobs.results import RESULT_FILES, EvaluateResult, ReviewDimension, ReviewResult, output, written
from reviews.jobs.scorer_event import ScorerEvent


def review(**overrides):
    values = {
        "initiative_id": "pilot",
        "prompt_name": "experiment_review",
        "prompt_version": "1.0",
        "backend_name": "litellm",
        "model": "simulated-careful",
        "dimensions": (ReviewDimension("balance", 0.8, "It is even.", ("p = 0.4",)),),
        "overall_score": 0.75,
        "raw_response": "{}",
        "timestamp": "2026-01-02T03:04:05+00:00",
    }
    return ReviewResult(**values | overrides)


def test_review_file_has_these_keys_in_this_order():
    value = review().as_json()

    assert list(value) == [
        "initiative_id",
        "prompt_name",
        "prompt_version",
        "backend_name",
        "model",
        "dimensions",
        "overall_score",
        "raw_response",
        "timestamp",
    ]
    assert value["dimensions"] == [{"name": "balance", "score": 0.8, "justification": "It is even."}]


def test_jury_sign_off_and_simulation_are_marked():
    value = review(panel=(review(model="other"), {"model": "third"}), sign_off={"verdict": "trust"}).as_json()
    assert list(value)[-2:] == ["panel", "sign_off"] and value["sign_off"] == {"verdict": "trust"}
    assert [member["model"] for member in value["panel"]] == ["other", "third"]

    for report in (review(simulated=True), review(simulated=True).as_json()):
        value = EvaluateResult("pilot", 0.9, (0.85, 1.0), "review", report).as_json()

        assert value["simulated"] is value["report"]["simulated"] is True


def test_evaluate_files_have_keys_of_plain_copies():
    for report, written_report in [("A sentence.", "A sentence."), (review(), review().as_json())]:
        value = EvaluateResult("pilot", 0.9, (0.85, 1.0), "review", report).as_json()

        assert list(value) == ["initiative_id", "confidence", "confidence_range", "strategy", "report"]
        assert value["confidence_range"] == [0.85, 1.0] and value["report"] == written_report, (report, written_report)

    event = ScorerEvent(15.0, 10.0, 5.0, 100.0, 50, "pilot", "experiment")
    assert list(output(event, 0.9).items()) == [
        ("initiative_id", "pilot"),
        ("confidence", 0.9),
        ("cost", 100.0),
        ("return_best", 15.0),
        ("return_median", 10.0),
        ("return_worst", 5.0),
        ("model_type", "experiment"),
        ("sample_size", 50),
    ]


def test_texts_of_files_are_strict_json():
    assert written(ScoreResult("größe", 0.5, (0.0, 1.0))) == (
        '{\n  "initiative_id": "größe",\n  "confidence": 0.5,\n  "confidence_range": [\n    0.0,\n    1.0\n  ]\n}\n'
    )

    for value in [math.nan, math.inf, "a\0", "\ud800", {1, 2}]:
        with pytest.raises(BadJson):
            written(EvaluateResult("pilot", 0.5, (0, 1), "score", value))


@given(
    score=st.floats(allow_nan=False, allow_infinity=False),
    text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
)
def test_what_is_written_is_read_back_exactly(score, text):
    value = review(overall_score=score, raw_response=text)

    assert json.loads(written(value)) == value.as_json()


def test_names_of_the_files():
    assert RESULT_FILES == ("evaluate_result.json", "score_result.json", "review_result.json")

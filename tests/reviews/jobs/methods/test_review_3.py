"""Version 3 of a review: facts in the question, checks before scores."""

import json

import pytest

from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.prompt import parse_prompt
from reviews.jobs.methods.review import ReviewEngine
from reviews.jobs.methods.review_3 import CheckedReviewEngine, as_text
from reviews.jobs.methods.review_versions import ENGINES, NEWEST, engine_of
from tests.reviews.jobs.methods.cases import YAML, answered, dimension, make_payload

WRONG = '=== results (json) ===\n{"effect_estimate": 10.0, "ci_lower": 11.0, "ci_upper": 12.0}'
CHECK = {"check": "Estimate in its interval", "finding": "10 lies below 11.", "passed": "no"}


@pytest.fixture
def engine():
    return CheckedReviewEngine(parse_prompt(YAML, is_shipped=True), "Look at the counts.", is_shipped=True)


def test_newest_engine_is_the_one_with_checks():
    assert NEWEST is CheckedReviewEngine and list(ENGINES) == ["method-review-2", "method-review-3"]
    assert [engine_of(f"method-review-{number}") for number in (1, 2, 3)] == [ReviewEngine, ReviewEngine, NEWEST]


def test_facts_checks_and_quotes_come_before_scores(engine):
    user = engine.prepare(make_payload(WRONG), model="m").messages[1]["content"]
    assert "- results: the estimate 10 lies in the interval 11 to 12 [DOES NOT HOLD]" in user
    assert user.index("DOES NOT HOLD") < user.index("begin artifact")
    assert "- none: the files hold no figures" in engine.prepare(make_payload("text"), model="m").messages[1]["content"]

    schema = engine.prepare(make_payload(), model="m").response_format.model_json_schema()
    assert list(schema["properties"]) == ["case_ref", "checks", "dimensions", "overall"]
    assert list(schema["$defs"]["DimensionReview"]["properties"]) == ["name", "quotes", "justification", "score"]
    assert "default" not in json.dumps(schema)
    payload = make_payload(WRONG)
    reading = engine.read(answered(engine, payload, checks=[CHECK]), payload)
    assert reading.is_complete and [score.score for score in reading.dimensions] == [0.7, 0.5]
    assert as_text(reading.checks) == "Estimate in its interval: no. 10 lies below 11."


@pytest.mark.parametrize(
    "changes",
    [
        {"checks": None},
        {"checks": "none"},
        {"checks": [CHECK | {"passed": "maybe"}]},
        {"checks": [CHECK] * 61},
        {"checks": [CHECK | {"finding": "x" * 1001}]},
    ],
)
def test_a_review_without_proper_checks_is_unreadable(engine, changes):
    payload = make_payload()

    assert engine.read(answered(engine, payload, **changes), payload).error_class == "invalid_shape"


def test_other_faults_are_those_of_every_version(engine):
    payload = make_payload()
    reading = engine.read(answered(engine, payload, checks=[], dimensions=[dimension("balance", 0.7)]), payload)

    assert reading.error_class == "wrong_dimensions" and reading.checks == ()


@pytest.mark.parametrize("name", MethodReviewerRegistry.available())
def test_no_shipped_prompt_has_the_overall_copy_the_mean(name):
    reviewer = MethodReviewerRegistry.create(name)
    call = CheckedReviewEngine(reviewer.prompt(), reviewer.knowledge(), is_shipped=True).prepare(
        make_payload(model_type=name), model="m"
    )
    system = " ".join(call.messages[0]["content"].split())

    assert reviewer.prompt().version == "2.0"
    assert "mean of the dimensions" not in system and "within 0.05 of it" not in system
    assert "It is a judgement of its own" in system

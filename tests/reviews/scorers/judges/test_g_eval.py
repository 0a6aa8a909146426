"""G-Eval: scores weighted by probability, single answers, and what has no scale."""

import math
from dataclasses import replace

import pytest

from reviews.engine.client import score_tokens
from reviews.engine.client.completion import complete
from reviews.scorers.judges.answer_schema import ORDER
from reviews.scorers.judges.g_eval import GEval
from reviews.scorers.prompts.prompt import load_prompt
from reviews.scorers.registry import form_scorers
from reviews.scorers.registry.scorer import Asking
from tests.demo.provider.provider import running
from tests.reviews.scorers.judges.cases import RATING, answer_to, make_item, make_question, make_task

SCALE = {"min": 1, "max": 5, "step": 1, "labels": {}}
QUESTION = make_question("tone", RATING, label_type="rating", config={"scale": SCALE})
QUESTION = replace(QUESTION, json_schema={"type": "integer", "minimum": 1, "maximum": 5})
JUDGE = GEval.made()


def answered(value=4, *, shares=None, item=None):
    """An Outcome that gives the value to the question; `shares` are those of the tokens in its place."""
    parts = {"quotes": [], "justification": "So.", "value": value, "confidence": 0.8, "abstained": False}
    outcome = answer_to(item or make_item(), **{f"q1_tone_{name}": part for name, part in parts.items()})
    outcome.parsed.clear()
    text = f'{{"q1_tone_value": {value}}}'
    named = {f"q1_tone_{name}": part for name, part in parts.items()}
    parsed = {"case_ref": answer_to(item or make_item()).parsed["case_ref"], **named}
    numbers = {} if shares is None else {str(len('{"q1_tone_value": ')): shares}
    return replace(outcome, text=text, parsed=parsed, raw={"choices": [{"logprobs": {"numbers": numbers}}]})


def read(outcome, question=QUESTION):
    return JUDGE.reading(outcome, make_item(), make_task(question)).answers[question.key]


def test_scores_are_means_by_probability_with_the_nearest_point():
    found = read(answered(4, shares={"4": 0.5, "3": 0.3, "5": 0.1, "the": 0.1}))
    assert found.number == pytest.approx((4 * 0.5 + 3 * 0.3 + 5 * 0.1) / 0.9)
    assert (found.value, found.details["score_mode"], found.details["mass"]) == (4, "logprob", 0.9)
    assert found.details["shares"] == {"4": 0.5, "3": 0.3, "5": 0.1}

    assert read(answered(5, shares={"5": 0.4, "3": 0.35, "2": 0.25})).value == 4  # 3.55
    assert read(answered(5, shares={"5": 0.5, "4": 0.5})).value == 5  # between two: what was written


@pytest.mark.parametrize(
    "shares", [None, {}, {"4": 0.3, "9": 0.6, "the": 0.1}, {"4": 0.49, "four": 0.51}, {"null": 1.0}]
)
def test_without_enough_probability_on_the_scale_the_answer_is_single(shares):
    found = read(answered(4, shares=shares))

    assert (found.value, found.number, found.details) == (4, None, {"score_mode": "single"})


def test_what_has_no_probabilities_has_its_mode_or_none():
    outcome = replace(answered(4, shares={"4": 1.0}), text='{"q1_tone_value": 3}')
    assert read(outcome).details == {"score_mode": "single"}

    choice = make_question("verdict")
    found = JUDGE.reading(answer_to(make_item()), make_item(), make_task(choice)).answers["verdict"]
    assert (found.value, found.number, found.details) == ("correct", None, {})


def test_scales_and_tokens_of_a_judge_chosen_by_name():
    config = {"min": 0, "max": 1, "integer": True, "unit": "", "ratio": False}
    schema = {"type": "integer", "minimum": 0, "maximum": 1}
    question = make_question("tone", schema, label_type="number", config=config)
    found = read(answered(1, shares={"1": 0.75, "0": 0.25}), question)
    assert (found.value, found.number) == (1, 0.75)

    asking = Asking("simulated-careful", load_prompt(GEval.default_prompt))
    call = GEval.made(asking).prepare(make_item(), make_task(QUESTION))
    names = [name for name in call.response_format.model_json_schema()["properties"] if name != "case_ref"]
    assert names == [f"q1_tone_{name}" for name in ("value", "quotes", "justification", "confidence", "abstained")]
    assert len(names) == len(ORDER) and call.top_logprobs == score_tokens.MOST
    assert "Within 14 days." in call.messages[1]["content"]

    assert form_scorers["g_eval"] is GEval and not GEval.is_default
    shown = load_prompt(GEval.reference_prompt)
    assert (shown.judge, shown.shows_expected_output) == ("g_eval", True)


@pytest.mark.parametrize(("model", "mode"), [("simulated-careful", "logprob"), ("simulated-hasty", "single")])
def test_over_http_the_model_says_how_sure_it_is(monkeypatch, model, mode):
    judge = GEval.made(Asking(model, load_prompt(GEval.default_prompt)))
    item, task = make_item(), make_task(QUESTION)
    with running() as provider:
        monkeypatch.setenv("EVALHUB_SIMULATED_URL", provider.url)
        outcome = complete(judge.prepare(item, task))

    found = judge.reading(outcome, item, task).answers["tone"]

    assert (found.details["score_mode"], found.number is None) == (mode, mode == "single")
    if found.number is not None:
        assert abs(found.number - found.value) <= 0.5 and not math.isclose(found.number, found.value)

"""Answers of the simulated provider: they fit every form, differ by model and item, and say that they are simulated."""

import json

import jsonschema

from evalhub.demo.provider.faults import NONE
from evalhub.demo.provider.wires.chat import Request, reply_to
from reviews.engine.client.exchange import OK, Outcome
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.review_versions import NEWEST
from reviews.quality.judges import AnswerPair, pair_judges
from reviews.scorers.prompts.prompt import load_prompt
from reviews.scorers.registry.scorer import Asking
from tests.demo.provider.provider import SCHEMA, prompt
from tests.reviews.jobs.methods.cases import make_payload, said

CAREFUL = "simulated-careful"
POLICY = "May I return a kettle? A kettle can be sent back within 30 days. Postage is paid by us. Gifts are exchanged."


def answered(schema, text=None, model=CAREFUL, seed=0):
    request = Request(model, "Judge.", prompt() if text is None else text, schema, max_tokens=8000)
    return json.loads(reply_to(request, NONE, seed).text)


def free(text, model=CAREFUL, seed=0):
    return reply_to(Request(model, "", text), NONE, seed).text


def test_values_fit_their_schema():
    for schema in [
        {"type": "integer", "minimum": 1, "maximum": 5},
        {"type": "integer", "enum": [1, 2, 3]},
        {"type": "number", "minimum": 0, "maximum": 1, "multipleOf": 0.25},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "string", "maxLength": 20},
        {"type": "string", "enum": ["A", "B", "tie"]},
        {"type": "array", "items": {"type": "string", "enum": ["x", "y", "z"]}, "minItems": 2, "maxItems": 2},
        {"type": "array", "items": {"type": "string"}},
        {"type": "array", "items": {"type": "integer"}},
        {"oneOf": [{"const": "refund"}, {"const": "shipping"}]},
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 9}, {"type": "null"}]},
        {"const": "fixed"},
    ]:
        whole = {"type": "object", "properties": {"q_value": schema}}
        for seed in range(4):
            jsonschema.validate(answered(whole, seed=seed), whole)


def test_rows_are_given_for_every_name():
    row = {
        "type": "object",
        "properties": {
            "dimension": {"type": "string", "enum": ["tone", "accuracy"]},
            "reason": {"type": "string"},
            "score": {"$ref": "#/$defs/Score"},
        },
    }
    score = {"type": "integer", "minimum": 1, "maximum": 7}
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}, "$defs": {"Score": score}}

    rows = answered(schema)["rows"]

    assert [row["dimension"] for row in rows] == ["tone", "accuracy"]
    assert all(1 <= row["score"] <= 7 and row["reason"] for row in rows)


def test_any_text_gets_an_answer():
    for text in [
        "",
        "   ",
        "[[abcd1234 begin output]]\n\n[[abcd1234 end output]]",
        "🎬",
        "\x00",
        "[[x]]",
        "a" * 40_000,
    ]:
        jsonschema.validate(answered(SCHEMA, text), SCHEMA)
        assert free(text)


def test_models_agree_more_often_than_not_and_differ():
    texts = [prompt(f"Refunds are paid within {number} days to your card, madam.") for number in range(60)]
    values = [[answered(SCHEMA, text, model)["q1_right_value"] for text in texts] for model in (CAREFUL, "other")]

    assert 30 <= sum(one == other for one, other in zip(*values, strict=True)) < 60
    assert len(set(values[0])) > 1


def test_good_answer_is_called_better_than_a_bad_one():
    good, bad = (answered(SCHEMA, text)["q1_right_value"] for text in (prompt(), prompt("Bananas!")))

    assert (good, bad) == ("correct", "incorrect")


def test_text_says_that_it_is_simulated_and_quotes_are_mostly_real():
    found = [answered(SCHEMA, seed=seed) for seed in range(40)]
    quotes = [quote for answer in found for quote in answer["q1_right_quotes"]]

    assert all(answer["q1_right_justification"].startswith("Simulated by simulated-careful") for answer in found)
    assert 0.7 < sum(quote in prompt() for quote in quotes) / len(quotes) < 1


def test_free_prompt_is_answered_from_its_own_sentences():
    answers = {free(POLICY, model) for model in ("a", "b", "c", "d")}

    assert 1 < len(answers)
    assert all(answer.startswith("Simulated:") and "?" not in answer for answer in answers)


def test_pair_is_scored_by_what_both_say():
    def judged(candidate):
        judge = pair_judges["llm_judge"].made(Asking("simulated-careful", load_prompt("llm_judge.v1")))
        shown = AnswerPair("You have 30 days to return it.", candidate), "May I return a kettle?"
        text = "\n\n".join(message["content"] for message in judge.prepare(*shown).messages)
        return judge.read(Outcome(OK, text=free(text)), *shown).values["value"]

    assert judged("You have 30 days to return it.") > judged("No refunds ever, sorry about that.")


def test_job_of_every_method_is_reviewed():
    for name in MethodReviewerRegistry.available():
        reviewer = MethodReviewerRegistry.create(name)
        engine, payload = (
            NEWEST(reviewer.prompt(), reviewer.knowledge(), is_shipped=True),
            make_payload(model_type=name),
        )
        call = engine.prepare(payload, model=CAREFUL)
        system, user = (message["content"] for message in call.messages)
        request = Request(CAREFUL, system, user, call.response_format.model_json_schema(), max_tokens=8000)

        reading = engine.read(said(reply_to(request, NONE, 0).text), payload)

        assert reading.is_complete and reading.checks, reading.message
        assert len({dimension.score for dimension in reading.dimensions}) > 1

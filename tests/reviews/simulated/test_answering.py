"""Answering of the simulated provider."""

import jsonschema
import pytest

from reviews.simulated.answering import Answering
from reviews.simulated.material import find_material
from tests.reviews.simulated.provider import CONTEXT, SCHEMA, prompt


def answered(schema, text=None, model="simulated-careful", seed=0):
    return Answering(find_material("Judge.", prompt() if text is None else text), model, seed).answer(schema)


def one(schema):
    """An object schema with one property."""
    return {"type": "object", "properties": {"q_value": schema}}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "minimum": 1, "maximum": 5},
        {"type": "integer", "enum": [1, 2, 3]},
        {"type": "number", "minimum": 0, "maximum": 1, "multipleOf": 0.25},
        {"type": "number"},
        {"type": "boolean"},
        {"type": "string", "maxLength": 20},
        {"type": "string", "enum": ["A", "B", "tie"]},
        {"type": "array", "items": {"type": "string", "enum": ["x", "y", "z"]}, "minItems": 2, "maxItems": 2},
        {"type": "array", "items": {"type": "string"}},
        {"oneOf": [{"const": "refund"}, {"const": "shipping"}]},
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 9}, {"type": "null"}]},
        {"const": "fixed"},
    ],
)
def test_values_fit_their_schema(schema):
    for seed in range(12):
        answer = answered(one(schema), model="simulated-hasty", seed=seed)

        jsonschema.validate(answer, one(schema))


def test_rows_are_given_for_every_named_question():
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


def test_nested_questions_and_wrong_references_are_understood():
    inner = {"type": "object", "properties": {"justification": {"type": "string"}, "value": {"enum": ["yes", "no"]}}}
    schema = {"type": "object", "properties": {"correct": {"$ref": "/$defs/Inner"}}, "$defs": {"Inner": inner}}

    answer = answered(schema)

    assert answer["correct"]["value"] == "yes"
    assert len(answer["correct"]["justification"]) > 20


def test_a_question_about_a_fault_is_turned_round():
    value = {"type": "string", "enum": ["yes", "no"], "description": "Does it contain an error? Value: yes or no"}

    assert answered(one(value))["q_value"] == "no"


def test_kinds_are_chosen_by_common_words():
    value = {"type": "string", "enum": ["login", "refunds", "furniture"], "description": "Which topic is it?"}

    answer = answered({"type": "object", "properties": {**one(value)["properties"], "q_reason": {"type": "string"}}})

    assert answer["q_value"] == "refunds"
    assert "refunds" in answer["q_reason"]


def test_flaws_are_listed_for_a_bad_answer_only():
    flaws = {"type": "array", "items": {"type": "string", "enum": ["incomplete", "off_topic", "none"]}}

    assert answered(one(flaws))["q_value"] == ["none"]
    assert "incomplete" in answered(one(flaws), prompt("Bananas are yellow."))["q_value"]


def test_quotes_are_mostly_real_and_sometimes_not():
    texts = f"{CONTEXT}\n{prompt()}"
    quotes = [
        quote
        for seed in range(150)
        for quote in answered(SCHEMA, model="simulated-hasty", seed=seed)["q1_right_quotes"]
    ]

    real = sum(quote in texts for quote in quotes) / len(quotes)
    assert 0.5 < real < 0.8


def test_careful_disagrees_less_than_hasty():
    def share_correct(model):
        return sum(answered(SCHEMA, model=model, seed=seed)["q1_right_value"] == "correct" for seed in range(80)) / 80

    assert share_correct("simulated-careful") > 0.9
    assert 0.3 < share_correct("simulated-hasty") <= 1.0
    assert share_correct("simulated-harsh") < share_correct("simulated-generous")


@pytest.mark.parametrize("text", ["", "   ", "[[abcd1234 begin output]]\n\n[[abcd1234 end output]]", "🎬", "\x00"])
def test_any_text_gets_an_answer(text):
    answer = answered(SCHEMA, text)

    jsonschema.validate(answer, SCHEMA)

"""Answering of the simulated provider."""

import jsonschema

from evalhub.demo.provider.judging.forms import Answering
from evalhub.demo.provider.material import find_material
from tests.demo.provider.provider import CONTEXT, SCHEMA, prompt


def answered(schema, text=None, model="simulated-careful", seed=0):
    return Answering(find_material("Judge.", prompt() if text is None else text), model, seed).answer(schema)


def one(schema):
    """An object schema with one property."""
    return {"type": "object", "properties": {"q_value": schema}}


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
        {"oneOf": [{"const": "refund"}, {"const": "shipping"}]},
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 9}, {"type": "null"}]},
        {"const": "fixed"},
    ]:
        for seed in range(4):
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


def test_quotes_are_mostly_real_and_sometimes_not():
    texts = f"{CONTEXT}\n{prompt()}"
    quotes = [
        quote for seed in range(60) for quote in answered(SCHEMA, model="simulated-hasty", seed=seed)["q1_right_quotes"]
    ]

    real = sum(quote in texts for quote in quotes) / len(quotes)
    assert 0.5 < real < 0.8


def test_careful_disagrees_less_than_hasty():
    def share_correct(model):
        return sum(answered(SCHEMA, model=model, seed=seed)["q1_right_value"] == "correct" for seed in range(40)) / 40

    assert share_correct("simulated-careful") > 0.9
    assert 0.3 < share_correct("simulated-hasty") <= 1.0
    assert share_correct("simulated-harsh") < share_correct("simulated-generous")


def test_any_text_gets_an_answer():
    for text in ["", "   ", "[[abcd1234 begin output]]\n\n[[abcd1234 end output]]", "🎬", "\x00"]:
        answer = answered(SCHEMA, text)

        jsonschema.validate(answer, SCHEMA)

"""Answer schema of judges."""

import json

import jsonschema
import pytest

from evalhub.lib.errors import InvalidInput
from reviews.scorers.judges.answer_schema import answer_fields, problem_with, response_format, value_rule
from tests.reviews.scorers.judges.cases import ISSUES, RATING, VERDICT, make_question

QUESTIONS = (
    make_question("verdict"),
    make_question("How helpful?", RATING),
    make_question("issues", ISSUES),
    make_question("日本", {"type": "string", "maxLength": 5}),
    make_question("verdict-", {"type": "number", "minimum": 0}),
)


def test_schemas_are_flat_closed_and_of_plain_stems():
    stems = [field.stem for field in answer_fields(QUESTIONS)]
    assert stems == ["q1_verdict", "q2_how_helpful", "q3_issues", "q4", "q5_verdict"]

    schema = response_format(QUESTIONS).model_json_schema()
    assert schema["additionalProperties"] is False
    assert schema["required"] == list(schema["properties"])
    assert not {"$ref", "anyOf", "oneOf", "$defs", "allOf"} & set(json.dumps(schema).replace('"', " ").split())
    names = list(schema["properties"])
    assert names[0] == "case_ref"
    assert names.index("q1_verdict_justification") < names.index("q1_verdict_value")


def test_values_keep_bounds_that_providers_take():
    text = json.dumps(response_format(QUESTIONS).model_json_schema())
    assert not [word for word in ("uniqueItems", "maxLength", "minItems", "maxItems") if word in text]

    properties = response_format(QUESTIONS).model_json_schema()["properties"]
    assert properties["q1_verdict_value"]["enum"] == VERDICT["enum"]
    assert (properties["q2_how_helpful_value"]["minimum"], properties["q2_how_helpful_value"]["maximum"]) == (1, 5)
    assert properties["q3_issues_value"]["items"]["enum"] == ["vague", "long"]
    assert properties["q5_verdict_value"]["minimum"] == 0
    jsonschema.Draft202012Validator.check_schema(response_format(QUESTIONS).model_json_schema())


@pytest.mark.parametrize(
    ("schema", "rule"),
    [
        (VERDICT, 'one of "correct", "partly", "incorrect"'),
        (RATING, "one of 1, 2, 3, 4, 5"),
        (ISSUES, 'a list of at most 2 different values, each one of "vague", "long"'),
        ({"type": "integer", "minimum": 0, "maximum": 10}, "a whole number from 0 to 10"),
        ({"type": "number", "maximum": 1}, "a number of at most 1"),
        ({"type": "boolean"}, "true or false"),
        ({"type": "string", "maxLength": 200}, "a text of at most 200 characters"),
        ({"oneOf": [{"const": "a"}, {"const": "b"}]}, 'one of "a", "b"'),
    ],
)
def test_the_rule_of_a_schema_in_words(schema, rule):
    assert value_rule(schema) == rule


def test_a_problem_shows_the_value_and_what_is_valid():
    assert problem_with(RATING, 9) == "9 is not valid: one of 1, 2, 3, 4, 5"
    assert problem_with(RATING, 3) == ""
    assert len(problem_with(RATING, "x" * 9000)) < 300


@pytest.mark.parametrize("schema", [{"type": "object"}, {}, {"enum": ["a", 1]}])
def test_values_that_no_schema_can_carry_are_refused(schema):
    with pytest.raises(InvalidInput, match="verdict"):
        response_format([make_question(json_schema=schema)])


def test_every_label_type_can_be_asked_of_a_machine():
    from annotations.labels.types import registry

    option = {"options": [{"value": "a"}, {"value": "b"}]}
    configs = {
        "single_choice": option,
        "multiple_choice": option,
        "rating": {"scale": {"min": 1, "max": 5}},
        "number": {"min": 0},
        "text": {},
        "likert": {"points": ["no", "yes"]},
        "pairwise": {},
        "ranking": {},
        "rubric_grid": {"criteria": [{"value": "a b"}], "points": ["no", "yes"]},
        "spans": option,
        "turns": {"ask": {"type": "likert", "points": ["no", "yes"]}},
    }
    for key in registry:
        label_type = registry[key]
        schema = label_type.json_schema(label_type.clean_config(configs[key]))

        response_format([make_question(key, schema)]).model_json_schema()

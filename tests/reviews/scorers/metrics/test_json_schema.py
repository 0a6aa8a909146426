"""JSON Schema: what fits, what does not, and schemas that would fetch or never end."""

import json
import socket

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.scorers.metrics import metrics_of_answers
from reviews.scorers.metrics.base import patterns, schemas
from tests.reviews.scorers.answers import found, value

PERSON = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "age": {"minimum": 0}}}


def test_outputs_fit_their_schema_or_say_where_not():
    assert value("json_schema", '{"name": "A", "age": 3}', schema=PERSON) == 1
    assert found("json_schema", '{"name": 5}', schema=PERSON).values == {
        "value": 0.0,
        "reason": "$.name: 5 is not of type 'string'",
    }
    assert value("json_schema", '{"age": -1, "name": "A"}', schema=PERSON) == 0

    assert found("json_schema", "Sure!", schema=PERSON).values["reason"].startswith("Not valid JSON")
    fenced = 'Sure:\n```json\n{"name": "A"}\n```'
    assert value("json_schema", fenced, schema=PERSON) == 0
    assert value("json_schema", fenced, schema=PERSON, allow_fence=True) == 1
    assert value("json_schema", '```\n["A"]\n```', schema={"type": "array"}, allow_fence=True) == 1

    assert value("json_schema", "5", json.dumps({"type": "integer"})) == 1
    assert value("json_schema", "[]", json.dumps({"type": "integer"}), json.dumps({"type": "array"})) == 1
    assert found("json_schema", "5").error_class == "no_reference"
    for schema in ("{", "[]", '{"type": "wrong"}', '{"$ref": "#/$defs/absent"}'):
        assert found("json_schema", "5", schema).error_class == "bad_schema", schema


@pytest.mark.parametrize("schema", [{"type": "wrong"}, {"pattern": "(a"}, {"minimum": "1"}])
def test_a_schema_that_is_none_is_refused(schema):
    with pytest.raises(InvalidInput) as refused:
        metrics_of_answers["json_schema"].made({"schema": schema})

    assert refused.value.details["path"] == "schema" and "not a JSON Schema" in refused.value.message


def test_nothing_is_fetched(monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *words, **more: pytest.fail("It looks up a host."))

    remote = found("json_schema", "5", schema={"$ref": "http://schemas.example.org/person.json"})

    assert (remote.error_class, remote.values) == ("bad_schema", {})
    assert "http://schemas.example.org/person.json" in remote.message.english


def test_hostile_schemas_end(monkeypatch):
    monkeypatch.setattr(schemas, "LONGEST_SECONDS", 0.1)
    monkeypatch.setattr(patterns, "LONGEST_SECONDS", 0.1)
    doubling = {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(60)} | {"a60": {}}
    hostile = [
        {"$ref": "#"},
        {"$defs": doubling, "$ref": "#/$defs/a0"},
        {"pattern": "^(a|a)+$"},
        {"propertyNames": {"patternProperties": {"x": False}, "pattern": "^(a|a)+$"}},
    ]
    outputs = ["5", "5", json.dumps("a" * 60 + "b"), json.dumps({"a" * 60 + "b": 1})]

    for schema, output in zip(hostile, outputs, strict=True):
        assert found("json_schema", output, schema=schema).error_class == "schema_too_slow", schema


def test_many_items_patterns_and_large_numbers():
    distinct = json.dumps([{"n": n} for n in range(5000)])
    assert value("json_schema", distinct, schema={"uniqueItems": True}) == 1
    assert value("json_schema", '[{"a": 1}, {"a": 1.0}]', schema={"uniqueItems": True}) == 0
    assert value("json_schema", "[1, true]", schema={"uniqueItems": True}) == 1

    schema = {"patternProperties": {"^n": {"type": "number"}}}
    assert value("json_schema", '{"n1": 5, "x": "y"}', schema=schema) == 1
    assert found("json_schema", '{"n1": "5"}', schema=schema).values["reason"].startswith("$.n1: ")

    failed = found("json_schema", "9" * 400, schema={"multipleOf": 0.1})
    assert (failed.error_class, value("json_schema", "9", schema={"multipleOf": 0.1})) == ("number_too_large", 1)

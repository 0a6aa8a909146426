"""The filter language: declared fields, few comparisons, strict values."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.filters import Condition, parse
from evalhub.lib.errors import InvalidInput

FIELDS = {"category": "string", "score": "number", "n": "integer", "ok": "boolean", "tags": "array", "x": "mixed"}


@pytest.mark.parametrize(
    "value, conditions",
    [
        ({}, []),
        ({"category": "billing"}, [Condition("category", "eq", "billing", "text")]),
        ({"category": {"eq": "a"}}, [Condition("category", "eq", "a", "text")]),
        ({"category": {"in": ["a", "b"]}}, [Condition("category", "in", ("a", "b"), "text")]),
        ({"category": {"gte": "2024"}}, [Condition("category", "gte", "2024", "text")]),
        (
            {"score": {"gte": 1, "lt": 5}},
            [Condition("score", "gte", 1, "number"), Condition("score", "lt", 5, "number")],
        ),
        ({"n": "3"}, [Condition("n", "eq", 3, "number")]),
        ({"n": "3.50"}, [Condition("n", "eq", 3.5, "number")]),
        ({"n": 10**400}, [Condition("n", "eq", 10**400, "number")]),
        ({"ok": True}, [Condition("ok", "eq", True, "boolean")]),
        ({"ok": None}, [Condition("ok", "null", None, "boolean")]),
        ({"tags": "urgent"}, [Condition("tags", "has", "urgent", "list")]),
        ({"x": 1}, [Condition("x", "eq", 1, "any")]),
        ({"x": {"in": [1, "a", True]}}, [Condition("x", "in", (1, "a", True), "any")]),
    ],
)
def test_grammar(value, conditions):
    assert parse(value, fields=FIELDS) == conditions


@pytest.mark.parametrize(
    "value, reason",
    [
        ([], "A filter is a JSON object"),
        ("category", "A filter is a JSON object"),
        ({"colour": 1}, "Unknown field 'colour'. Valid: 'category', 'n', 'ok', 'score', 'tags', 'x'."),
        ({"category__regex": "a"}, "Unknown field"),
        ({"category": {}}, "The field 'category' has no comparison"),
        ({"category": {"regex": "a"}}, "Unknown comparison 'regex' of 'category'. Valid: eq, in, gt, gte, lt, lte."),
        ({"category": 5}, "The field 'category' contains text; the filter has 5."),
        ({"category": ["a"]}, "The field 'category' contains text"),
        ({"category": {"in": []}}, "\"in\" of 'category' needs a list"),
        ({"category": {"in": "a"}}, "\"in\" of 'category' needs a list"),
        ({"category": {"in": ["a"] * 101}}, "\"in\" of 'category' has 101 values"),
        ({"category": {"in": ["a", None]}}, "The field 'category' contains text"),
        ({"category": "a" * 1001}, "The value for 'category' is longer than 1,000"),
        ({"score": "high"}, "The field 'score' contains numbers; the filter has 'high'."),
        ({"score": True}, "The field 'score' contains numbers"),
        ({"score": float("nan")}, "The field 'score' contains numbers"),
        ({"score": {"gt": None}}, "The field 'score' is compared with null"),
        ({"ok": 1}, "The field 'ok' is true or false"),
        ({"ok": {"gt": True}}, "The field 'ok' has no order"),
        ({"tags": {"in": ["a"]}}, "The field 'tags' contains lists"),
        ({"tags": ["a"]}, "The value for 'tags' must be"),
        ({"x": {"eq": {"a": 1}}}, "The value for 'x' must be"),
        ({str(place): 1 for place in range(21)}, "The filter has 21 fields"),
    ],
)
def test_refusals_name_the_field_and_what_is_valid(value, reason):
    with pytest.raises(InvalidInput) as refusal:
        parse(value, fields=FIELDS)

    assert refusal.value.message.startswith(reason)
    assert (refusal.value.code, refusal.value.status) == ("bad_filter", 400)


def test_no_fields_to_name():
    with pytest.raises(InvalidInput, match="no metadata fields"):
        parse({"a": 1}, fields={})


@pytest.mark.parametrize("value", [[], 1, "category", None])
def test_what_is_no_object_is_refused(value):
    with pytest.raises(InvalidInput) as refusal:
        parse(value, fields=FIELDS)

    assert refusal.value.code == "bad_filter"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["eq", "in", "gt", "x"]), inner),
    max_leaves=6,
)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from([*FIELDS, "other"]), VALUES))
def test_any_filter_is_conditions_or_a_refusal(value):
    try:
        conditions = parse(value, fields=FIELDS)
    except InvalidInput:
        return

    assert all(condition.field in FIELDS for condition in conditions)

"""Conditions as rows of fields: what is typed, what the schema holds, and the way back."""

import pytest
from django.http import QueryDict

from annotations.labels import schema
from annotations.tasks.forms import condition_rows, question_rows
from evalhub.lib.errors import InvalidInput

TYPES = {"verdict": "single_choice", "stars": "rating", "tags": "multiple_choice"}


def typed(join, *rows):
    names = ("question", "test", "value")
    return {"join": join, "rows": [dict(zip(names, row, strict=True)) for row in rows], "json": ""}


@pytest.mark.parametrize(
    ("row", "test"),
    [
        (("verdict", "is", "wrong"), {"question": "verdict", "is": "wrong"}),
        (("stars", "at_most", "2"), {"question": "stars", "at_most": 2}),
        (("stars", "answered", "no"), {"question": "stars", "answered": False}),
        (("tags", "contains", "a"), {"question": "tags", "contains": "a"}),
        (("tags", "is", "a, b"), {"question": "tags", "is": ["a", "b"]}),
    ],
)
def test_rows_are_a_condition_and_come_back(row, test):
    made = condition_rows.condition(typed("any", row), TYPES)

    assert made == {"any": [test]}
    assert condition_rows.of_condition(made)["rows"] == typed("any", row)["rows"]


def test_no_condition_is_none_and_groups_inside_of_groups_are_json():
    assert condition_rows.condition(condition_rows.blank(), TYPES) is None
    assert condition_rows.of_condition(None) == condition_rows.blank()

    nested = {"all": [{"any": [{"question": "verdict", "is": "wrong"}]}]}
    shown = condition_rows.of_condition(nested)
    assert shown["join"] == "json"
    assert condition_rows.condition(shown, TYPES) == nested


def test_json_that_cannot_be_read_is_refused_at_its_field_and_choosing_a_join_brings_the_first_row():
    with pytest.raises(InvalidInput):
        condition_rows.condition({"join": "json", "rows": [], "json": "{"}, TYPES)
    assert condition_rows.field_at(".all[0].is", {"join": "json", "rows": [], "json": "{"}) == "-json"

    read = condition_rows.read(QueryDict("f1-show_if-join=all&f1-show_if-rows=0"), "f1-show_if")
    assert read["rows"] == [condition_rows.blank_row()]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (("nothing", "is", "x"), "show_if-0-question"),
        (("a", "is", "x"), "show_if-0-value"),
        (("a", "at_least", "1"), "show_if-0-value"),
    ],
)
def test_mistakes_stand_beside_the_part_they_are_about(row, field):
    rows = [question_rows.new_row(title="A"), question_rows.new_row(title="B")]
    for each in rows:
        each.typed["options"] = [{"value": text, "label": "", "description": "", "key": ""} for text in "yn"]
    rows[1].conditions["show_if"] = typed("all", row)

    with pytest.raises(InvalidInput) as refused:
        schema.parse(question_rows.to_schema(rows))

    assert question_rows.show_error(rows, refused.value)
    assert list(rows[1].errors) == [field]

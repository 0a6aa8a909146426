"""Single choice: options, their order and digits, and strict values."""

import pytest

from annotations.labels.types import registry
from annotations.tasks.forms.editors import editor_of
from evalhub.lib.errors import InvalidInput
from tests.annotations.labels.types.beside import OPTIONS
from tests.annotations.tasks.forms.editing import CHOICES, through_fields

single_choice = registry["single_choice"]
EXAMPLE = ({"options": OPTIONS}, "bad")


def make_config(*values, **overrides):
    values = values or ("good", "bad", "cannot_tell")
    return single_choice.clean_config({"options": [{"value": value} for value in values], **overrides})


def test_config_is_filled_in_and_digits_run_from_1_to_0_and_then_stop_and_a_digit_that_was_asked_for_is_kept():
    config = single_choice.clean_config(
        {"options": [{"value": "good", "label": "Good", "description": "As asked."}, {"value": "bad"}]}
    )
    assert config == {
        "ordered": False,
        "options": [
            {"value": "good", "label": "Good", "description": "As asked.", "key": "1"},
            {"value": "bad", "label": "bad", "description": "", "key": "2"},
        ],
    }
    assert single_choice.clean_config(config) == config

    config = make_config(*(f"v{n}" for n in range(12)))
    assert [option["key"] for option in config["options"]] == [*"1234567890", None, None]
    assert single_choice.clean_config(config) == config

    config = single_choice.clean_config({"options": [{"value": "a"}, {"value": "tie", "key": "0"}, {"value": "b"}]})
    assert [option["key"] for option in config["options"]] == ["1", "0", "2"]


@pytest.mark.parametrize(
    ("config", "path", "problem"),
    [
        ({}, "options", "is missing"),
        ({"options": "good"}, "options", "is 'good'. Valid: 2 to 200 options"),
        ({"options": [{"value": "a"}]}, "options", "has 1 options"),
        ({"options": [{"value": str(n)} for n in range(201)]}, "options", "has 201 options"),
        ({"options": [{"value": "a"}, "b"]}, "options[1]", "Valid: an object such as"),
        ({"options": [{"value": "a"}, {"value": 1}]}, "options[1].value", "is 1. Valid: a text"),
        ({"options": [{"value": "a"}, {"value": True}]}, "options[1].value", "is true. Valid: a text"),
        ({"options": [{"value": "a"}, {"value": ""}]}, "options[1].value", "is empty"),
        ({"options": [{"value": "a"}, {"value": "b "}]}, "options[1].value", "without blanks around it"),
        ({"options": [{"value": "a"}, {"value": "a"}]}, "options[1].value", "as in options[0]"),
        ({"options": [{"value": "a"}, {"value": "b", "weight": 2}]}, "options[1]", "unknown key 'weight'"),
        ({"options": [{"value": "a", "key": "1"}, {"value": "b", "key": "1"}]}, "options[1].key", "one option only"),
        ({"options": [{"value": "a", "key": "12"}, {"value": "b"}]}, "options[0].key", "Valid: a digit 0 to 9"),
        ({"options": [{"value": "a"}, {"value": "b"}], "ordered": 1}, "ordered", "is 1. Valid: true or false"),
        ({"options": [{"value": "a"}, {"value": "b"}], "scale": {}}, "", "unknown key 'scale'"),
    ],
)
def test_mistakes_are_named_with_their_path(config, path, problem):
    with pytest.raises(InvalidInput) as failure:
        single_choice.clean_config(config)

    assert failure.value.details["path"] == path
    assert problem in failure.value.details["problem"]


@pytest.mark.parametrize("value", ["Good", "", "great", 1, True, None, ["good"], {"value": "good"}])
def test_only_option_values_are_answers(value):
    with pytest.raises(InvalidInput, match="Valid: one of good, bad, cannot_tell."):
        single_choice.clean(make_config(), value)


def test_numbers_follow_the_declared_order_and_display_is_the_label_and_tolerates_another_forms_value():
    config = make_config("low", "high", ordered=True)
    assert single_choice.level(config) == "ordinal"
    assert single_choice.level(make_config()) == "nominal"
    assert single_choice.number(config, "high") == 1.0
    assert single_choice.domain(config) == (0.0, 1.0)

    config = single_choice.clean_config({"options": [{"value": "g", "label": "Good"}, {"value": "b"}]})
    assert single_choice.display(config, "g") == "Good"
    assert single_choice.display(config, "gone") == "gone"


def test_schema_tells_what_the_options_mean_and_config_survives_its_fields():
    config = single_choice.clean_config(
        {"options": [{"value": "g", "label": "Good", "description": "As asked."}, {"value": "bad"}]}
    )
    assert single_choice.json_schema(config) == {
        "type": "string",
        "enum": ["g", "bad"],
        "description": "g: Good (As asked.)\nbad",
    }

    before, after = through_fields("single_choice", {"options": CHOICES, "ordered": True})
    assert after == before


@pytest.mark.parametrize(
    ("values", "expected"), [([], None), ([""], None), (["good"], "good"), (["good", "bad"], ["good", "bad"])]
)
def test_posted_values(values, expected):
    assert single_choice.from_form(make_config(), values) == expected


def test_words_and_digits_that_are_as_usual_are_not_typed_out():
    typed = editor_of("single_choice").typed(
        {
            "options": [
                {"value": "a", "label": "a", "description": "", "key": "1"},
                {"value": "b", "label": "B", "description": "", "key": "5"},
            ],
            "ordered": False,
        }
    )

    assert [(row["label"], row["key"]) for row in typed["options"]] == [("", ""), ("B", "5")]


def test_path_of_a_mistake_leads_to_its_cell_blank_rows_counted():
    editor = editor_of("single_choice")
    typed = {
        "options": [{"value": "", "label": "", "description": "", "key": ""}] * 2
        + [{"value": "a", "label": "", "description": "", "key": "x"}],
        "ordered": False,
    }

    assert editor.field_at("options[0].key", typed) == "options-2-key"
    assert editor.field_at("options", typed) == "options"
    assert editor.field_at("nothing", typed) == ""

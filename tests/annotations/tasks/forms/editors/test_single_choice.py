"""The fields of single choice: options with words, description and digit, and their order."""

from annotations.tasks.forms.editors import registry
from tests.annotations.tasks.forms.editing import CHOICES, through_fields


def test_config_survives_its_fields():
    before, after = through_fields("single_choice", {"options": CHOICES, "ordered": True})

    assert after == before


def test_words_and_digits_that_are_as_usual_are_not_typed_out():
    typed = registry["single_choice"].typed(
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
    editor = registry["single_choice"]
    typed = {
        "options": [{"value": "", "label": "", "description": "", "key": ""}] * 2
        + [{"value": "a", "label": "", "description": "", "key": "x"}],
        "ordered": False,
    }

    assert editor.field_at("options[0].key", typed) == "options-2-key"
    assert editor.field_at("options", typed) == "options"
    assert editor.field_at("nothing", typed) == ""

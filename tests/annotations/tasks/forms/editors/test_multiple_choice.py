"""The fields of multiple choice: options, and how many may be chosen."""

from tests.annotations.tasks.forms.editing import CHOICES, from_blank, through_fields


def test_config_survives_its_fields():
    before, after = through_fields("multiple_choice", {"options": CHOICES, "min_selected": 0, "max_selected": 1})

    assert after == before


def test_blank_amounts_are_left_to_the_label_type():
    assert from_blank("multiple_choice", min_selected=" ", max_selected="") == {"options": []}

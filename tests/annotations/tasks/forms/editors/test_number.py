"""The fields of a number: bounds, unit and kind."""

from tests.annotations.tasks.forms.editing import from_blank, through_fields


def test_config_survives_its_fields():
    config = {"min": 0, "max": 2.5, "unit": "kg", "integer": False, "ratio": True}

    before, after = through_fields("number", config)

    assert after == before


def test_open_ends_are_left_out():
    assert from_blank("number") == {"integer": False, "ratio": False}

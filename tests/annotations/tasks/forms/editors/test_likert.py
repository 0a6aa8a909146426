"""The fields of a Likert scale: statements with their numbers."""

from annotations.tasks.forms.editors import registry
from tests.annotations.tasks.forms.editing import through_fields


def test_config_survives_its_fields():
    points = ["Never", {"label": "Often", "value": 7, "description": "Most days"}]

    before, after = through_fields("likert", {"points": points})

    assert after == before


def test_numbers_that_are_places_are_not_typed_out():
    typed = registry["likert"].typed(
        {"points": [{"value": 1, "label": "No", "description": ""}, {"value": 5, "label": "Yes", "description": ""}]}
    )

    assert [row["value"] for row in typed["points"]] == ["", "5"]

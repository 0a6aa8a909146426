"""Likert: points in their own words, in rising order, and strict values."""

import pytest

from annotations.labels.types import registry
from annotations.tasks.forms.editors import editor_of
from evalhub.lib.errors import InvalidInput
from tests.annotations.tasks.forms.editing import through_fields

likert = registry["likert"]
EXAMPLE = ({"points": ["Disagree", "Agree"]}, 2)
AGREE = likert.clean_config({"points": ["Disagree", "Neither", {"label": "Agree", "description": "Fully."}]})


def test_texts_become_points_numbered_from_one_and_the_order_counts_and_the_distance_does_not():
    assert AGREE["points"] == [
        {"value": 1, "label": "Disagree", "description": ""},
        {"value": 2, "label": "Neither", "description": ""},
        {"value": 3, "label": "Agree", "description": "Fully."},
    ]
    assert likert.clean_config(AGREE) == AGREE

    config = likert.clean_config({"points": [{"value": -1, "label": "Against"}, {"value": 5, "label": "For"}]})
    assert likert.level(config) == "ordinal"
    assert likert.number(config, 5) == 5.0
    assert likert.domain(config) == (-1.0, 5.0)
    assert likert.display(config, 5) == "5 (For)"
    assert likert.json_schema(config)["description"] == "One of -1, 5.\n-1: Against\n5: For"


@pytest.mark.parametrize(
    ("points", "path", "problem"),
    [
        (["One"], "points", "has 1 points"),
        (["x"] * 12, "points", "has 12 points"),
        (["One", ""], "points[1].label", "is empty"),
        (["One", {"value": 3}], "points[1].label", "is missing"),
        ([{"value": 2, "label": "a"}, {"value": 2, "label": "b"}], "points[1].value", "Valid: more than 2"),
        ([{"value": 1.5, "label": "a"}, "b"], "points[0].value", "a whole number"),
        (["One", {"label": "b", "key": "1"}], "points[1]", "unknown key 'key'"),
    ],
)
def test_mistakes_are_named_with_their_path(points, path, problem):
    with pytest.raises(InvalidInput) as failure:
        likert.clean_config({"points": points})

    assert failure.value.details["path"] == path
    assert problem in failure.value.details["problem"]


@pytest.mark.parametrize("value", [0, 4, 1.5, "1", True, None, [1], "Agree"])
def test_only_points_are_answers(value):
    with pytest.raises(InvalidInput, match="Valid: a number among 1, 2, 3."):
        likert.clean(AGREE, value)


def test_config_survives_its_fields_and_numbers_that_are_places_are_not_typed_out():
    points = ["Never", {"label": "Often", "value": 7, "description": "Most days"}]
    before, after = through_fields("likert", {"points": points})
    assert after == before

    typed = editor_of("likert").typed(
        {"points": [{"value": 1, "label": "No", "description": ""}, {"value": 5, "label": "Yes", "description": ""}]}
    )
    assert [row["value"] for row in typed["points"]] == ["", "5"]

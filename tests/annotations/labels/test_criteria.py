"""Criteria of a metric: read strictly, and written as the help of a question."""

import pytest

from annotations.labels import criteria
from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput

SCALE = {"min": 1, "max": 5, "integer": True, "unit": "", "ratio": False}
CHOICE = registry["single_choice"].clean_config({"options": [{"value": "yes"}, {"value": "no"}]})


def cleaned(given, key="number", config=SCALE):
    return criteria.clean(given, registry[key], config)


def test_help_has_description_anchors_and_numbered_steps_and_empty_criteria_make_no_help():
    given = {
        "description": "Only what the source says.\n",
        "anchors": [{"value": 5, "text": "all of it"}, {"value": 1, "text": "invented"}],
        "steps": ["List the claims.", "Look each up."],
    }
    assert criteria.text(cleaned(given)) == (
        "Only what the source says.\n\n5: all of it\n1: invented\n\n1. List the claims.\n2. Look each up."
    )

    assert cleaned({}) == {"description": "", "anchors": [], "steps": []}
    assert criteria.text({}) == ""


def test_anchor_is_a_value_of_the_question():
    assert cleaned({"anchors": [{"value": "no", "text": "Not at all"}]}, "single_choice", CHOICE)["anchors"]
    for value, key, config in ((6, "number", SCALE), ("3", "number", SCALE), ("maybe", "single_choice", CHOICE)):
        with pytest.raises(InvalidInput) as refused:
            cleaned({"anchors": [{"value": value, "text": "x"}]}, key, config)
        assert refused.value.details["path"] == "criteria.anchors[0].value"


@pytest.mark.parametrize(
    "given, path",
    [
        ({"anchors": [{"value": 1, "text": "a"}, {"value": 1, "text": "b"}]}, "criteria.anchors[1].value"),
        ({"anchors": [{"value": 1}]}, "criteria.anchors[0].text"),
        ({"anchors": [{"text": "a"}]}, "criteria.anchors[0]"),
        ({"steps": ["Read.", 7]}, "criteria.steps[1]"),
        ({"description": 7}, "criteria.description"),
        ({"description": "x" * 1_990, "steps": ["y" * 20]}, "criteria"),
        ({"scale": []}, "criteria"),
    ],
)
def test_mistake_is_named_by_its_path(given, path):
    with pytest.raises(InvalidInput) as refused:
        cleaned(given)

    assert refused.value.details["path"] == path

"""Rubric grid: a score for every criterion, half-filled drafts, and nothing that pretends to be one number."""

import pytest

from annotations.labels.types import registry
from annotations.tasks.forms.editors import editor_of
from evalhub.lib.errors import InvalidInput
from tests.annotations.labels.types.beside import Posted
from tests.annotations.tasks.forms.editing import through_fields

grid = registry["rubric_grid"]
EXAMPLE = ({"criteria": [{"value": "style"}, {"value": "facts"}], "points": ["poor", "good"]}, {"style": 1, "facts": 2})
CONFIG = grid.clean_config(
    {
        "criteria": [{"value": "tone", "label": "Tone", "description": "As a friend."}, {"value": "the facts"}],
        "points": ["poor", "fair", "good"],
    }
)
VALUE = {"tone": 3, "the facts": 1}


def test_config_is_filled_in_and_values_come_in_the_order_of_the_criteria():
    assert CONFIG["criteria"][1] == {"value": "the facts", "label": "the facts", "description": ""}
    assert grid.clean_config(CONFIG) == CONFIG

    cleaned = grid.clean(CONFIG, {"the facts": 1.0, "tone": 3})
    assert list(cleaned.items()) == [("tone", 3), ("the facts", 1)]
    assert grid.display(CONFIG, cleaned) == "Tone: 3 (good), the facts: 1 (poor)"


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"criteria": [], "points": ["a", "b"]}, "criteria"),
        ({"criteria": [{"value": "a"}, {"value": "a"}], "points": ["a", "b"]}, "criteria[1].value"),
        ({"criteria": [{"value": "a", "key": "1"}], "points": ["a", "b"]}, "criteria"),
        ({"criteria": [{"value": "a"}], "points": ["a"]}, "points"),
        ({"criteria": [{"value": "a"}]}, "points"),
    ],
)
def test_mistakes_are_named_with_their_path(config, path):
    with pytest.raises(InvalidInput) as failure:
        grid.clean_config(config)

    assert failure.value.details["path"] == path


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([3, 1], "an object with a number for each criterion"),
        ({"tone": 3}, "the facts has no score"),
        ({"tone": 4, "the facts": 1}, "Tone has 4. Valid: a number among 1, 2, 3."),
        ({"tone": "3", "the facts": 1}, "Tone has '3'."),
        ({"tone": True, "the facts": 1}, "Tone has true."),
        ({**VALUE, "style": 1}, "There is no criterion 'style'. Valid: tone, the facts."),
    ],
)
def test_every_criterion_has_a_point(value, message):
    with pytest.raises(InvalidInput, match=message):
        grid.clean(CONFIG, value)


def test_the_form_posts_a_field_for_each_criterion_and_a_draft_shows_what_is_scored():
    assert grid.read(CONFIG, Posted({"q-x.tone": ["3"], "q-x.the facts": ["1"]}), "q-x") == VALUE
    assert grid.read(CONFIG, Posted({"q-x.tone": ["3"]}), "q-x") == {"tone": 3}
    assert grid.read(CONFIG, Posted({"q-x": ["3"]}), "q-x") is None

    control = grid.control(CONFIG, {"tone": 2}, name="q-x", required=True)
    checked = [[cell["checked"] for cell in line["cells"]] for line in control["lines"]]
    assert checked == [[False, True, False], [False, False, False]]
    assert [line["name"] for line in control["lines"]] == ["q-x.tone", "q-x.the facts"]


def test_several_scores_are_not_one_measure_and_config_survives_its_fields():
    assert (grid.level(CONFIG), grid.number(CONFIG, VALUE), grid.consensus) == (None, None, None)

    config = {
        "criteria": [{"value": "style", "label": "Style", "description": "How it reads."}, {"value": "facts"}],
        "points": ["Poor", "Fair", "Good"],
    }
    before, after = through_fields("rubric_grid", config)
    assert after == before


def test_paths_lead_to_the_table_they_are_about():
    editor = editor_of("rubric_grid")
    typed = editor.typed({"criteria": [{"value": "style"}], "points": [{"label": "Poor"}]})

    assert editor.field_at("criteria[0].value", typed) == "criteria-0-value"
    assert editor.field_at("points[0].label", typed) == "points-0-label"

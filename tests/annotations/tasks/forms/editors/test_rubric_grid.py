"""The fields of a rubric grid: criteria and points."""

from annotations.tasks.forms.editors import registry
from tests.annotations.tasks.forms.editing import through_fields


def test_config_survives_its_fields():
    config = {
        "criteria": [{"value": "style", "label": "Style", "description": "How it reads."}, {"value": "facts"}],
        "points": ["Poor", "Fair", "Good"],
    }

    before, after = through_fields("rubric_grid", config)

    assert after == before


def test_paths_lead_to_the_table_they_are_about():
    editor = registry["rubric_grid"]
    typed = editor.typed({"criteria": [{"value": "style"}], "points": [{"label": "Poor"}]})

    assert editor.field_at("criteria[0].value", typed) == "criteria-0-value"
    assert editor.field_at("points[0].label", typed) == "points-0-label"

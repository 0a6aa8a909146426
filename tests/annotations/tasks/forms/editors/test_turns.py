"""The fields of a question for each turn: its inner type and that type's settings."""

import pytest

from annotations.tasks.forms.editors import registry
from tests.annotations.tasks.forms.editing import CHOICES, through_fields


@pytest.mark.parametrize(
    "ask",
    [
        {"type": "single_choice", "options": CHOICES, "ordered": True},
        {"type": "likert", "points": ["No", "Yes"]},
        {"type": "rating", "scale": {"min": 1, "max": 3}},
    ],
)
def test_config_survives_its_fields(ask):
    before, after = through_fields("turns", {"ask": ask})

    assert after == before


def test_only_the_settings_of_the_inner_type_are_drawn():
    editor = registry["turns"]

    names = [setting.name for setting in editor.drawn(editor.blank() | {"ask_type": "likert"})]

    assert names == ["ask_type", "points"]


def test_paths_inside_of_the_inner_type_lead_to_their_fields():
    editor = registry["turns"]
    typed = editor.typed({"ask": {"type": "rating", "scale": {"min": 1, "max": 3, "labels": {}}}})

    assert editor.field_at("ask.scale.max", typed) == "scale_max"

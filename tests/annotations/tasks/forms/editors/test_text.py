"""The fields of a text: its length and its lines."""

from tests.annotations.tasks.forms.editing import from_blank, through_fields


def test_config_survives_its_fields():
    before, after = through_fields("text", {"max_length": 40, "multiline": False})

    assert after == before


def test_a_fresh_text_may_have_several_lines():
    assert from_blank("text") == {"multiline": True}

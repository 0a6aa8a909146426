"""Text: stored exactly, never blank, never too long."""

import pytest

from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from tests.annotations.tasks.forms.editing import from_blank, through_fields

text = registry["text"]
EXAMPLE = ({"max_length": 500}, "\nFine.")


def make_config(**overrides):
    return text.clean_config(overrides)


def test_config_is_filled_in_and_one_line_means_one_line_and_blanks_say_nothing_and_posted_line_ends_are_as_typed():
    assert make_config() == {"max_length": 10_000, "multiline": True}
    assert text.clean_config(make_config()) == make_config()

    with pytest.raises(InvalidInput, match="Valid: a text of one line."):
        text.clean(make_config(multiline=False), "a\nb")

    assert text.is_empty(make_config(), " \n") and text.is_empty(make_config(), None)
    assert not text.is_empty(make_config(), 0)

    assert text.from_form(make_config(), ["a\r\n\r\nb "]) == "a\n\nb "
    assert text.from_form(make_config(), ["  "]) is None


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"max_length": 0}, "max_length"),
        ({"max_length": 100_001}, "max_length"),
        ({"max_length": 1.5}, "max_length"),
        ({"multiline": "yes"}, "multiline"),
        ({"rows": 3}, ""),
    ],
)
def test_impossible_configs_are_refused(config, path):
    with pytest.raises(InvalidInput) as failure:
        text.clean_config(config)

    assert failure.value.details["path"] == path


@pytest.mark.parametrize("value", ["  kept as it is \n", "=1+1", "\u202e\U0001f600", "<script>"])
def test_texts_are_stored_exactly(value):
    assert text.clean(make_config(), value) == value


@pytest.mark.parametrize("value", ["", " \n\t", 3, None, ["a"], "x" * 11, "a\x00", "a\ud800"])
def test_other_values_are_refused(value):
    with pytest.raises(InvalidInput, match="Valid: a text"):
        text.clean(make_config(max_length=10), value)


def test_texts_are_compared_by_nobody_and_config_survives_its_fields_and_a_fresh_text_may_have_several_lines():
    assert text.level(make_config()) is None
    assert text.consensus is None
    assert text.number(make_config(), "a") is None
    assert text.json_schema(make_config()) == {"type": "string", "minLength": 1, "maxLength": 10_000}

    before, after = through_fields("text", {"max_length": 40, "multiline": False})
    assert after == before

    assert from_blank("text") == {"multiline": True}

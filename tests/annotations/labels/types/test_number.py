"""Numbers: bounds, units and what counts as one."""

import math

import pytest

from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from tests.annotations.tasks.forms.editing import from_blank, through_fields

number = registry["number"]
EXAMPLE = ({"unit": "minutes", "min": 0}, 2.5)


def make_config(**overrides):
    return number.clean_config(overrides)


def test_config_is_filled_in_and_zero_that_means_none_makes_a_ratio_and_fractions_are_no_whole_numbers():
    config = make_config(min=0)
    assert config == {"min": 0, "max": None, "integer": False, "unit": "", "ratio": False}
    assert number.clean_config(config) == config

    assert number.level(make_config()) == "interval"
    assert number.level(make_config(min=0, ratio=True)) == "ratio"
    assert number.domain(make_config()) is None

    with pytest.raises(InvalidInput, match="The answer is 2.5. Valid: a whole number."):
        number.clean(make_config(integer=True), 2.5)


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"min": "0"}, "min"),
        ({"min": math.nan}, "min"),
        ({"max": True}, "max"),
        ({"min": 3, "max": 3}, "max"),
        ({"ratio": True}, "min"),
        ({"ratio": True, "min": -1}, "min"),
        ({"unit": "k\ng"}, "unit"),
        ({"options": []}, ""),
    ],
)
def test_impossible_configs_are_refused(config, path):
    with pytest.raises(InvalidInput) as failure:
        number.clean_config(config)

    assert failure.value.details["path"] == path


@pytest.mark.parametrize("value", ["3", True, False, None, [], math.nan, math.inf, -math.inf, 10**400, -1, 101])
def test_only_finite_numbers_in_bounds_are_answers(value):
    with pytest.raises(InvalidInput, match="Valid: a number from 0 to 100 km."):
        number.clean(make_config(min=0, max=100, unit="km"), value)


@pytest.mark.parametrize(("value", "stored"), [(3, "3"), (3.0, "3"), (-0.0, "0"), (2.5, "2.5"), (2**60, str(2**60))])
def test_numbers_are_stored_exactly(value, stored):
    assert repr(number.clean(make_config(), value)) == stored


@pytest.mark.parametrize(
    ("posted", "expected"),
    [
        ("", None),
        (" 3 ", 3),
        ("-0.5", -0.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("3,5", "3,5"),
        ("1 000", "1 000"),
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("1e999", "1e999"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("\u0663", "\u0663"),
        ("9" * 900, "9" * 900),
    ],
)
def test_posted_texts_become_numbers_or_stay_texts(posted, expected):
    value = number.from_form(make_config(), [posted])

    assert value == expected
    assert type(value) is type(expected)


def test_words_for_people_and_for_models_and_config_survives_its_fields_and_open_ends_are_left_out():
    config = make_config(min=0, integer=True, unit="minutes")
    assert number.hint(config) == "A whole number of at least 0 minutes."
    assert number.hint(make_config()) == ""
    assert number.display(config, 7) == "7 minutes"
    assert number.json_schema(config) == {"type": "integer", "minimum": 0, "description": "In minutes."}

    config = {"min": 0, "max": 2.5, "unit": "kg", "integer": False, "ratio": True}
    before, after = through_fields("number", config)
    assert after == before

    assert from_blank("number") == {"integer": False, "ratio": False}

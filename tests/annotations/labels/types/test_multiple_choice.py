"""Multiple choice: sets of options within their bounds."""

import pytest

from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from tests.annotations.labels.types.beside import OPTIONS
from tests.annotations.tasks.forms.editing import CHOICES, from_blank, through_fields

multiple_choice = registry["multiple_choice"]
EXAMPLE = ({"options": OPTIONS}, ["good", "bad"])


def make_config(**overrides):
    options = [{"value": "rude", "label": "Rude"}, {"value": "wrong"}, {"value": "long"}]
    return multiple_choice.clean_config({"options": options, **overrides})


def test_one_to_all_options_unless_said_and_values_come_back_in_the_declared_order():
    config = make_config()
    assert (config["min_selected"], config["max_selected"]) == (1, 3)
    assert multiple_choice.clean_config(config) == config
    assert multiple_choice.level(config) == "sets"
    assert multiple_choice.number(config, ["rude"]) is None
    assert multiple_choice.domain(config) is None

    assert multiple_choice.clean(make_config(), ["long", "rude"]) == ["rude", "long"]


@pytest.mark.parametrize(
    ("bounds", "path"),
    [
        ({"min_selected": -1}, "min_selected"),
        ({"min_selected": 4}, "min_selected"),
        ({"min_selected": True}, "min_selected"),
        ({"max_selected": 0, "min_selected": 0}, "max_selected"),
        ({"max_selected": 1, "min_selected": 2}, "max_selected"),
        ({"max_selected": 4}, "max_selected"),
    ],
)
def test_impossible_bounds_are_refused(bounds, path):
    with pytest.raises(InvalidInput) as failure:
        make_config(**bounds)

    assert failure.value.details["path"] == path


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("rude", "Valid: a list of one of rude, wrong, long."),
        (["kind"], "The answer is 'kind'. Valid: one of rude, wrong, long."),
        ([["rude"]], "The answer is a list of 1."),
        (["rude", "rude"], "Valid: each option at most once."),
        (["rude", "wrong", "long"], "3 options are chosen. Valid: 1 to 2 options."),
        ([], "0 options are chosen. Valid: 1 to 2 options."),
    ],
)
def test_wrong_values_are_explained(value, problem):
    with pytest.raises(InvalidInput) as failure:
        multiple_choice.clean(make_config(max_selected=2), value)

    assert problem in failure.value.message


def test_none_is_an_answer_where_allowed_and_posted_values():
    allowed, needed = make_config(min_selected=0), make_config()
    assert multiple_choice.clean(allowed, []) == []
    assert not multiple_choice.is_empty(allowed, [])
    assert multiple_choice.is_empty(needed, [])
    assert multiple_choice.display(allowed, []) == "None"

    assert multiple_choice.from_form(make_config(), ["rude", "long"]) == ["rude", "long"]
    assert multiple_choice.from_form(make_config(), []) is None


def test_none_has_a_box_of_its_own_and_nothing_ticked_is_no_answer_and_words_for_people_and_for_models():
    config = make_config(min_selected=0)
    assert multiple_choice.from_form(config, []) is None
    assert multiple_choice.from_form(config, [""]) == []
    assert multiple_choice.from_form(config, ["rude", ""]) == ["rude"]
    for value, checked in ((None, False), ([], True), (["rude"], False)):
        none = multiple_choice.control(config, value, name="q", required=False)["rows"][-1]
        assert (none["label"], none["key"], none["value"], none["checked"]) == ("None", "0", "", checked)
    assert multiple_choice.from_form(make_config(), [""]) is None

    config = make_config(min_selected=2, max_selected=2)
    assert multiple_choice.hint(config) == "Choose exactly 2 options."
    assert multiple_choice.hint(make_config()) == ""
    assert multiple_choice.display(config, ["rude", "long"]) == "Rude, long"
    assert multiple_choice.json_schema(config)["items"]["enum"] == ["rude", "wrong", "long"]
    assert multiple_choice.json_schema(config)["minItems"] == 2


def test_config_survives_its_fields_and_blank_amounts_are_left_to_the_label_type():
    before, after = through_fields("multiple_choice", {"options": CHOICES, "min_selected": 0, "max_selected": 1})
    assert after == before

    assert from_blank("multiple_choice", options=[], min_selected=" ", max_selected="") == {"options": []}

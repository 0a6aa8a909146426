"""Turns: one answer for each turn of the assistant that says something."""

import json

import pytest

from annotations.labels.types import registry
from annotations.tasks.forms.editors import editor_of
from evalhub.lib.errors import InvalidInput
from tests.annotations.labels.types.beside import CONVERSATION, Posted, make_content
from tests.annotations.tasks.forms.editing import CHOICES, through_fields

turns = registry["turns"]
EXAMPLE = ({"ask": {"type": "rating", "scale": {"min": 1, "max": 3}}}, {"2": 3, "5": 1})
MACHINE_ANSWER = [{"turn": 2, "value": 3}, {"turn": 5, "value": 1}]
ASK = {"type": "rating", "scale": {"min": 1, "max": 5}}
CONFIG = turns.clean_config({"ask": ASK})
ITEM = make_content(input={"topic": "weather", "chat": CONVERSATION}, outputs=["So it does."])


def test_the_inner_question_is_filled_in_and_turns_that_only_call_tools_are_not_asked_about():
    assert CONFIG["ask"]["scale"]["labels"] == {}
    assert turns.clean_config(CONFIG) == CONFIG

    control = turns.control_beside(CONFIG, {"5": 2}, name="q-x", required=True, item=ITEM, seed=0)
    assert [(turn["number"], turn["excerpt"]) for turn in control["turns"]] == [(2, "Good day"), (5, "It rains.")]
    assert [point["checked"] for point in control["turns"][1]["widget"]["points"]][:2] == [False, True]


@pytest.mark.parametrize(
    ("ask", "path"),
    [
        ({}, "ask.type"),
        ({"type": "text"}, "ask.type"),
        ({"type": "turns", "ask": ASK}, "ask.type"),
        ({"type": "rating", "scale": {"min": 1}}, "ask.scale.max"),
        ({"type": "likert", "points": ["a", "b"], "surprise": 1}, "ask"),
    ],
)
def test_mistakes_are_named_with_their_path(ask, path):
    with pytest.raises(InvalidInput) as failure:
        turns.clean_config({"ask": ask})

    assert failure.value.details["path"] == path


def test_a_conversation_may_be_a_text_and_an_item_without_a_conversation_says_so():
    item = make_content(input={"chat": json.dumps({"messages": CONVERSATION})})
    assert turns.clean_beside(CONFIG, {"5": 1, "2": 4}, item) == {"2": 4, "5": 1}

    with pytest.raises(InvalidInput, match="This item has no conversation"):
        turns.clean_beside(CONFIG, {"2": 4}, make_content(outputs=["Hello"]))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"2": 4}, "Turn 5 has no answer"),
        ({"2": 4, "5": 6}, "Turn 5: The answer is 6."),
        ({"2": 4, "4": 1, "5": 1}, "There is no turn 4 of the assistant. Valid: 2, 5."),
        ({"two": 4}, "numbers of turns"),
        ({"02": 4, "5": 1}, "numbers of turns"),
        ([4, 1], "numbers of turns"),
    ],
)
def test_every_turn_has_an_answer(value, message):
    with pytest.raises(InvalidInput, match=message):
        turns.clean_beside(CONFIG, value, ITEM)


def test_the_form_posts_a_field_for_each_turn_and_models_list_the_turns():
    post = Posted({"q-x.2": ["4"], "q-x.5": [""], "q-xy.7": ["1"]})
    assert turns.read(CONFIG, post, "q-x") == {"2": 4}
    assert turns.read(CONFIG, Posted({"q-x.5": [""]}), "q-x") is None

    answer = [{"turn": 2, "value": 4}, {"turn": 5, "value": 1}]
    assert turns.from_machine(CONFIG, answer) == {"2": 4, "5": 1}
    with pytest.raises(InvalidInput):
        turns.clean(CONFIG, turns.from_machine(CONFIG, [*answer, {"turn": 2, "value": 1}]))
    assert turns.display(CONFIG, {"2": 4, "5": 1}) == "Turn 2: 4, Turn 5: 1"


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


def test_a_single_choice_for_each_turn_keeps_its_options_and_only_the_settings_of_the_inner_type_are_drawn():
    editor = editor_of("turns")
    names = [setting.name for setting in editor.shown_settings(editor.blank())]
    assert names == ["ask_type", "options", "ordered"]

    editor = editor_of("turns")
    names = [setting.name for setting in editor.shown_settings(editor.blank() | {"ask_type": "likert"})]
    assert names == ["ask_type", "points"]


def test_paths_inside_of_the_inner_type_lead_to_their_fields():
    editor = editor_of("turns")
    typed = editor.typed({"ask": {"type": "rating", "scale": {"min": 1, "max": 3, "labels": {}}}})

    assert editor.field_at("ask.scale.max", typed) == "scale_max"

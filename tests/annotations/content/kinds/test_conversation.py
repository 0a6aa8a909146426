"""Conversations as they are drawn: roles, numbers, folds, the judged turn, and pages of long ones."""

import json
import re

import pytest

from annotations.content.kinds import registry
from annotations.content.kinds.base import Given
from evalhub.lib.errors import InvalidInput
from tests.annotations.content.items import CONVERSATION, drawn, make_item

KIND = registry["conversation"]


def given(value, **options):
    text = value if isinstance(value, str) else json.dumps(value)
    return Given("input.conversation", text, value, **options)


def turns(value, at="", **options):
    of = given(value, **options)
    return KIND.draw(of, KIND.read(of), at)


def test_turns_have_numbers_roles_and_anchors_and_a_conversation_in_a_text_is_one_too():
    found = turns(CONVERSATION).turns
    assert [(turn.number, turn.anchor, turn.role) for turn in found][1:4] == [
        (2, "turn-2", "user"),
        (3, "turn-3", "assistant"),
        (4, "turn-4", "tool"),
    ]

    assert len(turns(json.dumps(CONVERSATION)).turns) == 6


def test_the_last_thing_the_assistant_says_is_judged_and_long_earlier_turns_are_folded():
    assert [turn.number for turn in turns(CONVERSATION).turns if turn.is_judged] == [5]
    assert not [turn for turn in turns(CONVERSATION, is_judged=False).turns if turn.is_judged]

    value = [{"role": role, "content": "line\n" * 13} for role in ("user", "assistant", "user", "assistant")]
    assert [turn.is_folded for turn in turns(value).turns] == [True, True, True, False]
    assert [turn.is_folded for turn in turns([{"role": "user", "content": "l\n" * 11}] * 2).turns] == [False, False]
    assert turns([{"role": "user", "content": "word " * 400}] * 2).turns[0].n_lines == 21


def test_work_of_tools_is_folded_under_its_first_line_and_the_page_of_a_conversation():
    html = drawn(make_item({"conversation": CONVERSATION}))
    assert html.count("<details") == 3  # the system's long turn, one call, one result
    assert "<details open" not in html
    assert re.search(r"<summary>.*Call.*count_boxes.*</summary>", html)
    assert "&quot;shelf&quot;: &quot;A&quot;" in html

    html = drawn(make_item({"conversation": CONVERSATION}))
    assert html.count('<article class="turn') == 6
    assert '<article class="turn assistant judged" id="turn-5"' in html
    assert "How many <strong>boxes</strong> are left?" in html
    assert "<h4>" in html and "System</span>" in html


def test_an_answer_that_is_a_conversation_has_ids_of_its_own_and_a_long_conversation_comes_in_pages():
    html = drawn(make_item({"conversation": CONVERSATION}, json.dumps(CONVERSATION)))
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert "turn2-5" in ids and 'judged" id="turn2-5"' in html and 'judged" id="turn-5"' not in html

    value = [{"role": "user", "content": f"{number} " * 1_000} for number in range(100)]
    numbers, at = [], ""
    while at or not numbers:
        page = turns(value, at)
        numbers += [turn.number for turn in page.turns]
        at = page.rest
    assert numbers == list(range(1, 101))
    assert len(turns(value).turns) < 20


def test_a_huge_turn_is_cut_and_says_so_and_hostile_turns_are_text():
    found = turns([{"role": "user", "content": "x" * 1_000_000}])
    assert found.turns[0].blocks[0].left_out == 990_000
    assert "990,000 more characters" in drawn(make_item({"c": [{"role": "user", "content": "x" * 1_000_000}]}))

    evil = "<script>alert(1)</script>"
    value = [
        {"role": evil, "name": evil, "content": evil},
        {"role": "assistant", "content": None, "tool_calls": [{"function": {"name": evil, "arguments": evil}}]},
        {"role": "tool", "content": evil},
    ]
    assert "<script" not in drawn(make_item({"c": value}))


@pytest.mark.parametrize("at", ["-1", "x", "7", "١", "1" * 30])
def test_parts_that_do_not_exist_are_refused(at):
    with pytest.raises(InvalidInput):
        turns(CONVERSATION, at)

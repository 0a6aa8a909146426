"""Answers to a question of each turn: where they differ, and what is made of the turns that were chosen."""

import pytest

from annotations.labels.disputes import registry
from annotations.labels.disputes.base import Answer, Chosen
from annotations.labels.schema import parse
from annotations.labels.types import registry as label_types
from annotations.labels.widgets import widget
from tests.annotations.labels.types.beside import CONVERSATION, make_content

turns = registry["turns"]
RATING = {"type": "rating", "scale": {"min": 1, "max": 5}}
CONFIG = label_types["turns"].clean_config({"ask": RATING})
VERDICT = {"type": "single_choice", "options": [{"value": "good"}, {"value": "bad"}]}
ITEM = make_content(input={"chat": CONVERSATION})


def answers(*values):
    return tuple(Answer(f"mark{place}", "ABCD"[place], value) for place, value in enumerate(values))


def control(chosen, *values):
    spec = parse({"type": "turns", "ask": RATING})[0]
    drawn = widget(spec, chosen.own, prefix="own", shown=ITEM)
    return turns.control(CONFIG, answers(*values), chosen, widget=drawn, shown=ITEM)


def test_each_turn_is_compared_by_itself_in_the_order_of_the_conversation():
    parts = turns.parts(CONFIG, [{"2": 4, "10": 1}, {"2": 4, "10": 5}])

    assert [(part.key, part.values, part.differs, part.agreed) for part in parts] == [
        ("2", (4, 4), False, 4),
        ("10", (1, 5), True, None),
    ]


def test_who_says_nothing_of_a_turn_does_not_differ_on_it_and_what_nobody_disputes_is_chosen_and_nothing_else():
    part = turns.parts(CONFIG, [{"2": 4}, None, {"2": 4, "5": 1}])[1]
    assert (part.key, part.values, part.differs, part.agreed) == ("5", (None, None, 1), False, 1)

    chosen = turns.prefilled(CONFIG, answers(None, {"2": 4, "5": 1}, {"2": 4, "5": 2}))
    assert chosen == Chosen({}, {"2": 4})


@pytest.mark.parametrize(
    ("ask", "level", "value", "number"), [(RATING, "ordinal", 4, 4.0), (VERDICT, "nominal", "bad", 1.0)]
)
def test_a_turn_is_measured_as_its_question_is(ask, level, value, number):
    config = label_types["turns"].clean_config({"ask": ask})

    assert (turns.level(config), turns.number(config, value)) == (level, number)
    assert number in turns.domain(config)


def test_a_decision_is_chosen_again_and_drawn_turns_say_who_gave_what_and_what_is_not_decided():
    chosen = turns.prefilled(CONFIG, answers({"2": 4, "5": 1}, {"2": 4, "5": 2}), {"2": 3, "5": 2})
    assert chosen == Chosen({}, {"2": 3, "5": 2})

    drawn = control(Chosen({}, {"2": 4}), {"2": 4, "5": 2}, {"2": 4, "5": 1}, {"2": 4, "5": 2})
    (disputed,), (agreed,) = drawn["disputed"], drawn["agreed"]
    assert (disputed["key"], disputed["excerpt"], disputed["is_open"], disputed["mine"]) == ("5", "It rains.", True, "")
    assert [(value["shown"], value["letters"], value["posted"]) for value in disputed["values"]] == [
        ("1", ["B"], "1"),
        ("2", ["A", "C"], "2"),
    ]
    assert (agreed["is_open"], agreed["agreed"], agreed["mine"]) == (False, "4", "4")
    assert disputed["widget"]["name"] == "own-label.5"
    assert [point["key"] for point in disputed["widget"]["points"]] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("own", "value"),
    [(None, None), ({"2": 3}, {"2": 3}), ({"2": 5, "5": 3}, {"2": 5, "5": 3}), ({"5": 1, "9": 1}, {"5": 1})],
)
def test_a_turn_without_a_choice_is_missing_as_it_is_in_an_answer(own, value):
    assert turns.value(CONFIG, answers({"2": 4, "5": 1}), Chosen({}, own)) == value


@pytest.mark.parametrize(
    ("value", "known"), [({"2": 4, "5": 2}, True), ({"2": 5, "5": 1}, True), ({"2": 4, "5": 3}, False)]
)
def test_a_value_is_known_where_somebody_said_it_of_each_turn(value, known):
    assert turns.is_known(CONFIG, value, [{"2": 4, "5": 1}, {"2": 5, "5": 2}]) is known

"""Conditions: which questions are asked and needed, mistakes by path, and nothing left of what is not asked."""

import pytest

from annotations.labels import schema
from evalhub.lib.errors import InvalidInput

VERDICT = {
    "key": "verdict",
    "type": "single_choice",
    "ordered": True,
    "options": [{"value": "bad"}, {"value": "fair"}, {"value": "good"}],
}
ISSUES = {
    "key": "issues",
    "type": "multiple_choice",
    "required": False,
    "options": [{"value": "long"}, {"value": "off"}],
}
SCORE = {"key": "score", "type": "rating", "scale": {"min": 1, "max": 5}, "required": False}
NOTE = {"key": "note", "type": "text", "required": False}
EARLIER = [VERDICT, ISSUES, SCORE, NOTE]


def form(**last):
    return schema.parse({"fields": [*EARLIER, {"key": "last", "type": "text", **last}]})


def is_asked(condition, **answers):
    return "last" in schema.visible(form(show_if=condition), answers)


def test_a_single_test_stands_for_a_group_of_one_and_groups_nest():
    condition = {"question": "verdict", "is": "bad"}
    (*_, last) = form(show_if=condition)
    assert last.show_if == {"all": [condition]}

    condition = {
        "any": [
            {"question": "score", "is": 5},
            {"all": [{"question": "verdict", "is": "bad"}, {"question": "note", "answered": True}]},
        ]
    }
    assert is_asked(condition, score=5)
    assert is_asked(condition, verdict="bad", note="x")
    assert not is_asked(condition, verdict="bad")


@pytest.mark.parametrize(
    ("test", "yes", "no"),
    [
        ({"question": "verdict", "is": "bad"}, {"verdict": "bad"}, {"verdict": "good"}),
        ({"question": "verdict", "is_not": "bad"}, {"verdict": "good"}, {"verdict": "bad"}),
        ({"question": "verdict", "is_not": "bad"}, {"verdict": "fair"}, {}),
        ({"question": "verdict", "at_most": "fair"}, {"verdict": "bad"}, {"verdict": "good"}),
        ({"question": "verdict", "at_least": "fair"}, {"verdict": "fair"}, {"verdict": "bad"}),
        ({"question": "issues", "contains": "long"}, {"issues": ["off", "long"]}, {"issues": ["off"]}),
        ({"question": "issues", "is": ["long", "off"]}, {"issues": ["off", "long"]}, {"issues": ["off"]}),
        ({"question": "score", "at_least": 4}, {"score": 4}, {"score": 3}),
        ({"question": "score", "at_most": 2.5}, {"score": 2}, {"score": 3}),
        ({"question": "score", "at_most": 2}, {"score": 1}, {}),
        ({"question": "note", "contains": "Tone"}, {"note": "the TONE is off"}, {"note": "fine"}),
        ({"question": "note", "answered": True}, {"note": "x"}, {"note": " "}),
        ({"question": "note", "answered": False}, {}, {"note": "x"}),
    ],
)
def test_each_test(test, yes, no):
    assert is_asked(test, **yes)
    assert not is_asked(test, **no)


def test_what_was_answered_wrongly_counts_as_unanswered():
    assert is_asked({"question": "score", "answered": False}, score="five")
    assert not is_asked({"question": "score", "is_not": 1}, score=17)


CHAIN = schema.parse(
    {
        "fields": [
            VERDICT,
            {"key": "why", "type": "text", "show_if": {"question": "verdict", "is": "bad"}},
            {"key": "more", "type": "text", "show_if": {"question": "why", "answered": True}, "required": False},
        ]
    }
)


def test_a_hidden_question_counts_as_unanswered_and_its_answer_is_dropped():
    answers = {"verdict": "good", "why": "left over", "more": "left over too"}

    assert schema.visible(CHAIN, answers) == {"verdict"}
    assert schema.validate_answers(CHAIN, answers) == {"verdict": "good"}


def test_even_an_invalid_answer_to_a_hidden_question_is_dropped():
    assert schema.validate_answers(CHAIN, {"verdict": "good", "why": 3}) == {"verdict": "good"}


def test_a_required_question_is_required_only_when_it_is_asked_and_required_by_condition():
    with pytest.raises(InvalidInput) as failure:
        schema.validate_answers(CHAIN, {"verdict": "bad"})
    assert failure.value.details["fields"] == {"why": "This question needs an answer."}
    assert schema.required(CHAIN, {"verdict": "bad"}) == {"verdict", "why"}
    assert schema.required(CHAIN, {"verdict": "good"}) == {"verdict"}

    questions = form(require_if={"question": "verdict", "is": "bad"})
    assert not questions[-1].required
    assert "last" in schema.required(questions, {"verdict": "bad"})
    assert schema.validate_answers(questions, {"verdict": "good"}) == {"verdict": "good"}
    with pytest.raises(InvalidInput, match="last: This question needs an answer"):
        schema.validate_answers(questions, {"verdict": "bad"})
    assert schema.validate_answers(questions, {"verdict": "bad"}, partial=True) == {"verdict": "bad"}


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({}, "fields[4].show_if: has neither any nor all."),
        ({"any": [], "all": []}, "fields[4].show_if: has both any and all."),
        ({"any": []}, "fields[4].show_if.any: has 0 conditions."),
        ({"all": ["verdict"]}, "fields[4].show_if.all[0]: is 'verdict'. Valid: an object."),
        ({"all": [{"question": "last", "is": "x"}]}, "fields[4].show_if.all[0].question: is 'last'. Valid: the key of"),
        ({"question": "verdict"}, "fields[4].show_if: has no test. Valid: one of is, is_not"),
        ({"question": "verdict", "equals": "bad"}, "fields[4].show_if: has 'equals'."),
        ({"question": "verdict", "is": "bad", "is_not": "good"}, "fields[4].show_if: has 'is', 'is_not'."),
        ({"question": "verdict", "is": "worse"}, "fields[4].show_if.is: does not fit question 'verdict'."),
        ({"question": "score", "is": "4"}, "fields[4].show_if.is: does not fit question 'score'."),
        ({"question": "score", "contains": 4}, "fields[4].show_if.contains: does not fit question 'score'."),
        ({"question": "issues", "contains": "short"}, "fields[4].show_if.contains: does not fit question 'issues'."),
        ({"question": "issues", "at_least": 1}, "fields[4].show_if.at_least: compares a question of type"),
        ({"question": "note", "answered": "yes"}, "fields[4].show_if.answered: is 'yes'. Valid: true or false."),
        (
            {"any": [{"any": [{"any": [{"any": [{"any": [{"any": [{"question": "note", "answered": True}]}]}]}]}]}]},
            "lies more than 5 groups deep",
        ),
    ],
)
def test_mistakes_are_named_with_their_path(condition, message):
    with pytest.raises(InvalidInput) as failure:
        form(show_if=condition)

    assert message in failure.value.message


def test_the_first_question_cannot_depend_on_anything_and_required_always_and_by_condition_contradict_each_other():
    with pytest.raises(InvalidInput, match="this is the first question"):
        schema.parse({"type": "text", "show_if": {"question": "label", "answered": True}})

    with pytest.raises(InvalidInput, match="require_if: is given for a question that is always required"):
        form(required=True, require_if={"question": "note", "answered": True})


def test_conditions_survive_the_way_through_json_and_json_schema_lets_hidden_ones_out():
    questions = form(show_if={"question": "verdict", "is": "bad"}, reason="required", evidence="optional")

    assert schema.parse(schema.dump(questions)) == questions
    assert schema.json_schema(questions)["required"] == ["verdict"]

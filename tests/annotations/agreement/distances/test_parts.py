"""How far answers with parts lie apart: by hand, and from 0 to 1."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotations.agreement.distances.parts import Score, scores
from annotations.labels.disputes import registry
from annotations.labels.types import registry as label_types
from tests.annotations.disputed_parts import FAMILY, SPANS, spans

TURNS = label_types["turns"].clean_config({"ask": {"type": "rating", "scale": {"min": 1, "max": 5}}})
PASSAGES = label_types["spans"].clean_config({"options": SPANS["options"]})


def of_turns(*values):
    return scores([("item", value) for value in values], dispute=registry["turns"], config=TURNS)


def of_spans(*values):
    return scores([("item", value) for value in values], dispute=registry["spans"], config=PASSAGES)


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ([{"2": 1, "4": 5}, {"2": 1, "4": 5}], 0),
        ([{"2": 1, "4": 5}, {"2": 1, "4": 4}], (0 + 1 / 4) / 2),
        ([{"2": 1, "4": 5}, {"2": 5, "4": 1}], 1),
        ([{"2": 1}, {"2": 1}, {"2": 5}], 2 / 3),
    ],
)
def test_the_mean_over_turns_of_what_the_question_has(values, score):
    assert of_turns(*values) == {"item": Score(pytest.approx(score), len(values))}


@pytest.mark.parametrize(
    ("values", "score"),
    [
        ([[("Monday", "fact")]] * 2, 0),
        ([[("Monday", "fact")], [("Monday", "style")]], 1),
        ([[("Monday", "fact")], []], 1),
        ([[(FAMILY, "style")], [(f"{FAMILY} family", "style")]], 1),
        ([[("Monday", "fact")], [("Monday", "fact"), (FAMILY, "style")]], 1 / 2),
        ([[("Monday", "fact")], [("Monday", "fact")], []], 2 / 3),
    ],
)
def test_the_share_of_passages_that_two_do_not_both_have(values, score):
    found = of_spans(*(spans(*value) for value in values))

    assert found == {"item": Score(pytest.approx(score), len(values))}


def test_two_who_mark_nothing_agree_and_one_alone_is_not_compared_and_items_do_not_mix():
    assert of_spans([], []) == {} == of_spans(spans(("Monday", "fact")))

    rows = [("a", {"2": 1}), ("b", {"2": 3}), ("a", {"2": 1}), ("b", {"2": 4})]
    found = scores(rows, dispute=registry["turns"], config=TURNS)
    assert found == {"a": Score(0, 2), "b": Score(pytest.approx(1 / 4), 2)}


@given(st.lists(st.lists(st.sampled_from(["Monday", FAMILY, "twice", "closed"]), unique=True), min_size=2, max_size=4))
def test_a_score_is_from_0_to_1_whoever_comes_first(marked):
    values = [spans(*((words, "fact") for words in words_of)) for words_of in marked]

    found, turned = of_spans(*values), of_spans(*values[::-1])

    assert all(0 <= each.score <= 1 for each in found.values()) and found.keys() == turned.keys()
    assert all(each.score == pytest.approx(turned[item].score) for item, each in found.items())

"""Differences between two texts: nothing is lost, the level follows the length, and no text takes long."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotations.content import word_diff
from annotations.content.word_diff import Change, compare

WORDS = st.lists(st.sampled_from(["a", "b", "the", "no", "\n", " ", ".", "שלום", "?!"]), max_size=30).map(" ".join)


def test_words_that_differ_and_sentences_end_where_people_end_them_and_a_digest_is_of_both_texts_in_order():
    found = compare("The box is red.", "The box was red.")
    assert found.level == "word"
    assert found.changes == (
        Change("same", "The box ", "The box "),
        Change("replaced", "is", "was"),
        Change("same", " ", " "),
        Change("same", "red.", "red."),
    )

    left, right = "One here. Two!\nThree " + "w " * 1_500, "One here. Too!\nThree " + "w " * 1_500
    assert [(change.left, change.right) for change in compare(left, right).changes if change.kind != "same"] == [
        ("Two!", "Too!")
    ]

    assert word_diff.digest("ab", "c") != word_diff.digest("a", "bc") != word_diff.digest("bc", "a")
    assert word_diff.digest("a", "b") == word_diff.digest("a", "b")


@given(WORDS, WORDS)
def test_both_texts_come_back_whole(left, right):
    found = compare(left, right)

    assert "".join(change.left for change in found.changes) == left
    assert "".join(change.right for change in found.changes) == right
    assert found.is_same == (left.split() == right.split())


@given(WORDS, WORDS)
def test_steps_can_be_kept_without_the_texts(left, right):
    assert word_diff.apply(word_diff.steps(left, right), left, right) == compare(left, right)


def text(n_words, seed=1):
    chance = random.Random(seed)
    words = [f"word{chance.randrange(400)}" for _ in range(n_words)]
    return " ".join(f"{word}." if place % 12 == 11 else word for place, word in enumerate(words))


@pytest.mark.parametrize(
    "n_words, level", [(1_500, "word"), (1_501, "sentence"), (15_000, "sentence"), (25_000, "none")]
)
def test_the_level_follows_the_length(n_words, level):
    assert compare(text(n_words), text(n_words, seed=2)).level == level
    assert compare(text(n_words), "short").level == level


@pytest.mark.parametrize(
    "left, reason", [("a" * 200_001, "long"), ("a. " * 1_400, "repetitive"), ("x\n" * 9_000, "long")]
)
def test_what_cannot_be_compared_says_why(left, reason):
    found = compare(left, left + "!")

    assert (found.level, found.reason, found.changes) == ("none", reason, ())
    assert not found.is_same


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [2, 8, 20, 100, 1_500])
@pytest.mark.parametrize("joint", [" ", ". "])
def test_no_text_takes_long(kinds, joint):
    chance = random.Random(3)
    sides = [joint.join(f"w{chance.randrange(kinds)}" for _ in range(1_500)) for _ in range(2)]
    started = time.process_time()

    compare(*sides)

    assert time.process_time() - started < 3

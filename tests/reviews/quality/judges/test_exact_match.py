"""The judge that only accepts the same words."""

from reviews.quality.judges import AnswerPair, pair_judges
from reviews.scorers.registry import NOTHING, tool_needed

JUDGE = pair_judges["exact_match"].made()


def judged(baseline, candidate):
    return JUDGE.read(None, AnswerPair(baseline, candidate), "?").values


def test_it_asks_nothing():
    assert JUDGE.prepare(AnswerPair("a", "b"), "?") is None


def test_same_words_are_1():
    for candidate in ["The answer is 4.", "  The answer is 4.\n", "The  answer\tis\n4."]:
        assert judged("The answer is 4.", candidate) == {"quality": 1.0, "notes": ""}, candidate


def test_everything_else_is_0():
    for candidate in ["the answer is 4.", "The answer is 4", "The answer is 5.", "Theanswer is 4."]:
        assert judged("The answer is 4.", candidate) == {"quality": 0.0, "notes": "The contents differ."}, candidate


def test_is_listed_and_needs_nothing():
    assert tool_needed(pair_judges["exact_match"]) == NOTHING
    assert JUDGE.grader_id == "exact_match"

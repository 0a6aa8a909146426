"""Exact match, of an answer and of a pair."""

from reviews.quality.judges import AnswerPair, grader_of, pair_judges
from reviews.scorers.registry import NOTHING, tool_needed
from tests.reviews.scorers.answers import value

JUDGE = pair_judges["exact_match"].made()


def judged(baseline, candidate):
    return JUDGE.read(None, AnswerPair(baseline, candidate), "?").values


def test_same_words_are_1_and_everything_else_is_0():
    assert JUDGE.prepare(AnswerPair("a", "b"), "?") is None

    for candidate in ["The answer is 4.", "  The answer is 4.\n", "The  answer\tis\n4."]:
        assert judged("The answer is 4.", candidate) == {"value": 1.0, "reason": ""}, candidate
        assert value("exact_match", candidate, "The answer is 4.") == 1, candidate

    for candidate in ["the answer is 4.", "The answer is 4", "The answer is 5.", "Theanswer is 4."]:
        assert judged("The answer is 4.", candidate) == {"value": 0.0, "reason": "The contents differ."}, candidate
        assert value("exact_match", candidate, "The answer is 4.") == 0, candidate


def test_parameters_say_which_differences_do_not_count():
    assert value("exact_match", "STRASSE", "straße", ignore_case=True) == 1
    assert (
        value("exact_match", "Yes!", "Yes", ignore_punctuation=True) == 1
        and value("exact_match", "Yes!", "No", ignore_punctuation=True) == 0
    )
    assert (
        value("exact_match", "The cat", "cat", ignore_articles=True) == 1
        and value("exact_match", "Then cat", "cat", ignore_articles=True) == 0
    )
    assert (
        value("exact_match", "e\u0301", "\u00e9") == 0
        and value("exact_match", "e\u0301", "\u00e9", unicode_form="NFC") == 1
    )
    assert (
        value("exact_match", "\uff11", "1", unicode_form="NFC") == 0
        and value("exact_match", "\uff11", "1", unicode_form="NFKC") == 1
    )
    assert (
        value("exact_match", "a  b", "a b") == 1 and value("exact_match", "a  b", "a b", ignore_whitespace=False) == 0
    )


def test_acceptable_answers_count_under_its_key():
    assert value("exact_match", "four", "4", "four") == 1
    assert value("exact_match", "", "") == 1 and value("exact_match", "", "4") == 0

    assert tool_needed(pair_judges["exact_match"]) == NOTHING
    assert grader_of(JUDGE) == "exact_match"

"""ROUGE-1: equal to the package rouge-score."""

from tests.reviews.scorers.answers import found, value
from tests.reviews.scorers.rouge_library import compare


def test_scores_equal_the_library_s():
    compare("rouge_1")


def test_empty_texts_are_0_and_texts_in_other_letters_are_no_score():
    assert found("rouge_1", " ", "a").values == {"value": 0.0, "reason": "The output is empty."}
    assert found("rouge_1", "a", "").values == {"value": 0.0, "reason": "The expected output is empty."}
    assert found("rouge_1", "\u6771\u4eac", "\u6771\u4eac").error_class == "no_latin_words"
    assert found("rouge_1", "a").error_class == "no_reference"
    assert value("rouge_1", "\u6771\u4eac", "Tokyo") == 0

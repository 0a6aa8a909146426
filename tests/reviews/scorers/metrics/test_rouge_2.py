"""ROUGE-2: equal to the package rouge-score."""

from tests.reviews.scorers.answers import value
from tests.reviews.scorers.rouge_library import compare


def test_scores_equal_the_library_s():
    compare("rouge_2")


def test_single_words_have_no_pairs():
    assert value("rouge_2", "hello", "hello") == 0

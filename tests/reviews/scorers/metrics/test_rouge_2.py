"""ROUGE-2: equal to the package rouge-score."""

from tests.reviews.scorers.answers import value
from tests.reviews.scorers.rouge_library import compare


def test_scores_equal_the_library_s():
    compare("rouge_2")

    assert value("rouge_2", "hello", "hello") == 0

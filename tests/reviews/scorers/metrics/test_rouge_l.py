"""ROUGE-L: equal to the package rouge-score."""

import pytest

from reviews.scorers.metrics.base.rouge import common_subsequence
from tests.reviews.scorers.answers import value
from tests.reviews.scorers.rouge_library import compare


def test_scores_equal_the_library_s():
    compare("rouge_l")


def test_eight_of_nine_words_are_shared():
    output, reference = (f"the quick brown fox {verb} over the lazy dog" for verb in ("jumps", "jumped"))

    for measure in ("f1", "precision", "recall"):
        assert value("rouge_l", output, reference, measure=measure) == pytest.approx(8 / 9)


def test_the_subsequence_keeps_the_order():
    assert common_subsequence("abcbdab", "bdcaba") == 4
    assert common_subsequence("", "ab") == common_subsequence("ab", "") == common_subsequence("ab", "cd") == 0


def test_long_texts_are_compared_in_little_time():
    output, reference = ("w" + " w".join(str(n * step % 9973) for n in range(15_000)) for step in (1, 7))

    assert 0 < value("rouge_l", output, reference) < 1

"""ROUGE-1, ROUGE-2 and ROUGE-L: equal to the library's, and clear where there is nothing to score."""

import pytest

from reviews.scorers.metrics.base.rouge import common_subsequence
from tests.reviews.scorers.answers import found, value
from tests.reviews.scorers.rouge_library import compare


def test_rouge_1_scores_equal_the_library_s():
    compare("rouge_1")

    assert found("rouge_1", " ", "a").values == {"value": 0.0, "reason": "The output is empty."}
    assert found("rouge_1", "a", "").values == {"value": 0.0, "reason": "The expected output is empty."}
    assert found("rouge_1", "\u6771\u4eac", "\u6771\u4eac").error_class == "no_latin_words"
    assert found("rouge_1", "a").error_class == "no_reference"
    assert value("rouge_1", "\u6771\u4eac", "Tokyo") == 0


def test_rouge_2_scores_equal_the_library_s():
    compare("rouge_2")

    assert value("rouge_2", "hello", "hello") == 0


def test_rouge_l_scores_equal_the_library_s_in_order_and_in_little_time():
    compare("rouge_l")

    output, reference = (f"the quick brown fox {verb} over the lazy dog" for verb in ("jumps", "jumped"))
    for measure in ("f1", "precision", "recall"):
        assert value("rouge_l", output, reference, measure=measure) == pytest.approx(8 / 9)

    assert common_subsequence("abcbdab", "bdcaba") == 4
    assert common_subsequence("", "ab") == common_subsequence("ab", "") == common_subsequence("ab", "cd") == 0

    output, reference = ("w" + " w".join(str(n * step % 9973) for n in range(15_000)) for step in (1, 7))
    assert 0 < value("rouge_l", output, reference) < 1

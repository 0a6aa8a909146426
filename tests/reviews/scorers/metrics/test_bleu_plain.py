"""Plain BLEU: clipped, unsmoothed, and equal to sacrebleu without tokenizer and smoothing."""

import random

import pytest
from sacrebleu.metrics.bleu import BLEU

from tests.reviews.scorers.answers import found, value


def test_scores_are_those_of_sacrebleu_and_of_the_paper():
    rng = random.Random(5)
    library = BLEU(tokenize="none", smooth_method="none", effective_order=False, force=True)
    for _ in range(200):
        output, *references = (" ".join(rng.choices("abc", k=rng.randint(4, 14))) for _ in range(rng.randint(2, 4)))
        expected = library.corpus_score([output], [[text] for text in references]).score / 100
        assert value("bleu_plain", output, *references) == pytest.approx(expected, abs=1e-9), (output, references)

    output = "It is a guide to action which ensures that the military always obeys the commands of the party"
    references = [
        "It is a guide to action that ensures that the military will forever heed Party commands",
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        "It is the practical guide for the army always to heed the directions of the party",
    ]
    foxes = [f"the quick brown fox {verb} over the lazy dog" for verb in ("jumps", "jumped")]
    assert value("bleu_plain", output, *references) == pytest.approx(0.504567, abs=1e-6)
    assert value("bleu_plain", *foxes) == pytest.approx(0.596949179202, abs=1e-9)


def test_repeated_words_and_short_texts():
    """The example of the paper: 2 of 7."""
    assert value("bleu_plain", "the the the the the the the", "the cat is on the mat", max_n=1) == pytest.approx(2 / 7)

    assert found("bleu_plain", "hello world", "hello world").values == {
        "value": 0.0,
        "reason": "No run of 3 words is shared.",
    }
    assert found("bleu_plain", "", "a").values["value"] == 0
    assert value("bleu_plain", "a b c d", "a b c d e", max_n=1) == pytest.approx(2.718281828459045 ** (1 - 5 / 4))

"""Texts scored by our ROUGE and by the package rouge-score."""

import random

import pytest

from tests.reviews.scorers.answers import value

TEXTS = [
    "the quick brown fox jumps over the lazy dog",
    "The quick, brown fox jumped over the lazy dog!",
    "hello world",
    "a b a b a b",
    "b a",
    "It cost $3.50 in 2019 \u2013 na\u00efve caf\u00e9.",
    "x",
]
MEASURES = {"precision": "precision", "recall": "recall", "f1": "fmeasure"}


def compare(key, name):
    """Assert that the metric `key` gives what the library gives under `name`, for one reference and for two."""
    from rouge_score.rouge_scorer import RougeScorer  # loads nltk, which takes seconds

    library, rng = RougeScorer([name], use_stemmer=False), random.Random(3)
    texts = TEXTS + [" ".join(rng.choices("abcde", k=rng.randint(1, 40))) for _ in range(30)]
    for output in texts:
        references = rng.sample(texts, 2)
        best = library.score_multi(references, output)[name]
        single = library.score(references[0], output)[name]
        assert value(key, output, *references) == pytest.approx(best.fmeasure, abs=1e-9), (output, references)
        for measure, field in MEASURES.items():
            found = value(key, output, references[0], measure=measure)
            assert found == pytest.approx(getattr(single, field), abs=1e-9), (output, references, measure)

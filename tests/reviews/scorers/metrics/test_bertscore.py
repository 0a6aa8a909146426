"""BERTScore: what is asked of the package where it is installed, and the reason where it is not."""

import importlib.util
import sys
from types import SimpleNamespace

import pytest

from reviews.scorers.metrics import bertscore, metrics_of_answers
from tests.reviews.scorers.answers import found, value

IS_INSTALLED = importlib.util.find_spec("bert_score") is not None


@pytest.fixture(autouse=True)
def nothing_loaded():
    bertscore._scorer.cache_clear()
    yield
    bertscore._scorer.cache_clear()


class Scorer:
    hash = "roberta-large_L17_no-idf_version=0.3.13"

    def __init__(self, model_type):
        if model_type == "distilbert-base-uncased":
            raise OSError("distilbert-base-uncased cannot be fetched.")

    def score(self, outputs, references):
        """A share of words that are the same, as tensors of one number: precision, recall and F1."""
        [output], [of_output] = outputs, references
        best = max(len({*output.split()} & {*each.split()}) for each in of_output)
        return [best / len(output.split())], [0.25], [1.0000001]


@pytest.fixture
def package(monkeypatch):
    monkeypatch.setitem(sys.modules, "bert_score", SimpleNamespace(BERTScorer=Scorer))


def test_measures_are_the_package_s_or_none(package):
    assert value("bertscore", "a b", "c d", "a c", measure="precision") == 0.5
    assert value("bertscore", "a b", "a b", measure="recall") == 0.25
    assert found("bertscore", "a b", "a b").values == {"value": 1.0, "reason": Scorer.hash}
    assert found("bertscore", " ", "a b").values["value"] == 0

    unscored = found("bertscore", "a", "a", model="distilbert-base-uncased")
    assert unscored.error_class == "no_embedder" and "cannot be fetched" in unscored.message.english


@pytest.mark.skipif(IS_INSTALLED, reason="bert-score is installed")
def test_missing_package_is_no_score_and_says_what_to_install():
    unscored = found("bertscore", "a", "a")

    assert unscored.error_class == "no_embedder" and "extra bertscore" in unscored.message.english
    assert metrics_of_answers["bertscore"].version == "1+bert-score-missing"

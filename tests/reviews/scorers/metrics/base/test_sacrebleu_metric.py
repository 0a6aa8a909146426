"""Scores of a corpus: what is kept of each answer adds up to sacrebleu's own."""

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from reviews.scorers.metrics import ScoredAnswer, metrics_of_answers
from reviews.scorers.metrics.base.sacrebleu_metric import CORPUS

OUTPUTS = ["the quick brown fox jumps over the lazy dog", "hello world", "", "the the the cat", "a b"]
FIRST = ["the quick brown fox jumped over the lazy dog", "hello world", "some text", "the cat is on the mat", "a b"]
SECOND = ["a quick fox jumped over the dog", "hi world", "a text", "a cat is on the mat", "b a"]


def of_corpus(key, references, **parameters):
    metric = metrics_of_answers[key].made(parameters)
    answers = [
        ScoredAnswer(output=output, expected=each[0], acceptable=tuple(each[1:]))
        for output, each in zip(OUTPUTS, references, strict=True)
    ]
    kept = [found.details[CORPUS] for found in metric.read_many(answers)]
    statistics = np.sum([each["statistics"] for each in kept], axis=0)
    return metric.corpus_score(statistics, {each["references"] for each in kept})


@pytest.mark.parametrize("key, parameters, theirs", [
    ("bleu", {}, BLEU()),
    ("bleu", {"smooth": "floor", "lowercase": True}, BLEU(smooth_method="floor", lowercase=True)),
    ("chrf", {}, CHRF()),
    ("chrf", {"word_order": 2}, CHRF(word_order=2)),
])  # fmt: skip
def test_sums_are_the_score_of_the_corpus_with_its_signature(key, parameters, theirs):
    one = theirs.corpus_score(OUTPUTS, [FIRST])
    assert of_corpus(key, [[each] for each in FIRST], **parameters).value == pytest.approx(one.score, abs=1e-9)

    two = theirs.corpus_score(OUTPUTS, [FIRST, SECOND])
    found = of_corpus(key, list(zip(FIRST, SECOND, strict=True)), **parameters)
    assert found.value == pytest.approx(two.score, abs=1e-9)
    assert found.signature == str(theirs.get_signature())


def test_numbers_of_references_may_differ():
    theirs = BLEU()
    expected = theirs.corpus_score(OUTPUTS, [FIRST, [*SECOND[:2], None, None, None]])

    found = of_corpus("bleu", [[one, *SECOND[place : min(place + 1, 2)]] for place, one in enumerate(FIRST)])

    assert (found.value, found.signature) == (pytest.approx(expected.score, abs=1e-9), str(theirs.get_signature()))
    assert "nrefs:var|" in found.signature

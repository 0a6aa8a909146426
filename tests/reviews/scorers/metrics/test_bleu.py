"""BLEU: equal to sacrebleu's sentence score."""

import pytest
import sacrebleu
from sacrebleu.metrics.bleu import BLEU

from tests.reviews.scorers.answers import found, value

PAIRS = [
    ("the quick brown fox jumps over the lazy dog", ["the quick brown fox jumped over the lazy dog"]),
    ("hello world", ["hello world"]),
    ("It is a guide to action, it's said.", ["It is a guide to action that ensures.", "It is the guiding principle."]),
    ("nothing in common", ["quite something else here"]),
    ("the the the the the the the", ["the cat is on the mat"]),
]


def test_scores_equal_sacrebleu_s():
    assert value("bleu", PAIRS[0][0], *PAIRS[0][1]) == pytest.approx(59.6949179202, abs=1e-9)
    for output, references in PAIRS:
        expected = sacrebleu.sentence_bleu(output, references).score
        assert value("bleu", output, *references) == pytest.approx(expected, abs=1e-9), output


def test_parameters_signature_and_empty_texts():
    output, references = "Das ist ein Test. Ja!", ["das ist kein test. Ja!"]
    for parameters in ({"tokenize": "char"}, {"smooth": "floor"}, {"lowercase": True}, {"tokenize": "intl"}):
        words = {"smooth_method" if name == "smooth" else name: value for name, value in parameters.items()}
        expected = BLEU(effective_order=True, **words).sentence_score(output, references).score
        assert value("bleu", output, *references, **parameters) == pytest.approx(expected, abs=1e-9), parameters

    two = found("bleu", "hello world", "hello world", "hi world").values
    assert two["value"] == pytest.approx(100) and two["value"] <= 100
    assert two["reason"].startswith("nrefs:2|case:mixed|eff:yes|tok:13a|smooth:exp|version:")

    assert found("bleu", "", "a").values == {"value": 0.0, "reason": "The output is empty."}
    assert found("bleu", "a", " ").values == {"value": 0.0, "reason": "The expected output is empty."}

"""chrF: equal to sacrebleu's sentence score."""

import pytest
from sacrebleu.metrics.chrf import CHRF

from tests.reviews.scorers.answers import found, value

PAIRS = [
    ("the quick brown fox", ["the quick brown dog"]),
    ("\u6771\u4eac\u90fd", ["\u6771\u4eac", "\u4eac\u90fd"]),
    ("Stra\u00dfe", ["strasse"]),
]


def test_scores_equal_sacrebleu_s():
    for parameters in ({}, {"word_order": 2}, {"char_order": 3, "lowercase": True}):
        library = CHRF(**parameters)
        for output, references in PAIRS:
            expected = library.sentence_score(output, references).score
            assert value("chrf", output, *references, **parameters) == pytest.approx(expected, abs=1e-9), output

    assert found("chrf", "ab", "ac").values["reason"].startswith("nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|")
    assert found("chrf", "", "ac").values == {"value": 0.0, "reason": "The output is empty."}

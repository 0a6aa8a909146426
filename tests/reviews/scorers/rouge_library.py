"""Texts scored by our ROUGE and, once for all in rouge_score.json, by the package rouge-score 0.1.2."""

import json
from pathlib import Path

import pytest

from tests.reviews.scorers.answers import value

RECORDED = json.loads(Path(__file__).with_name("rouge_score.json").read_text())


def compare(key):
    """Assert that the metric `key` gives what the library gives, for one reference and for the better of two."""
    for row in RECORDED:
        output, references, library = row["output"], row["references"], row[key]
        assert value(key, output, *references) == pytest.approx(library["best_f1"], abs=1e-9), row
        for measure in ("precision", "recall", "f1"):
            found = value(key, output, references[0], measure=measure)
            assert found == pytest.approx(library[measure], abs=1e-9), (row, measure)

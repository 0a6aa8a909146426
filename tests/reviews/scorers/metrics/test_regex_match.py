"""Regular expression: a pattern of the metric or of the case."""

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.scorers.metrics import metrics_of_answers
from reviews.scorers.metrics.base import patterns
from tests.reviews.scorers.answers import found, value


def test_patterns_are_searched_or_refused():
    assert value("regex", "A-17 is it", pattern=r"[A-Z]-\d+") == 1
    assert value("regex", "A-17 is it", pattern=r"[A-Z]-\d+", match="whole") == 0
    assert value("regex", "a-17", pattern=r"[A-Z]-\d+", ignore_case=True) == 1
    assert value("regex", "colour", "colou?r$") == 1 and value("regex", "colours", "colou?r$", "s$") == 1

    with pytest.raises(InvalidInput) as refused:
        metrics_of_answers["regex"].made({"pattern": "(a"})
    assert refused.value.details["path"] == "pattern" and "not a regular expression" in refused.value.message
    assert found("regex", "a", "(a").error_class == "bad_pattern"


def test_a_search_without_end_ends(monkeypatch):
    monkeypatch.setattr(patterns, "LONGEST_SECONDS", 0.05)

    endless = found("regex", "a" * 60 + "b", pattern=r"^(a|a)+$")

    assert (endless.error_class, endless.values) == ("too_slow", {})


def test_what_has_no_pattern_has_no_score():
    assert found("regex", "4").error_class == "no_reference"

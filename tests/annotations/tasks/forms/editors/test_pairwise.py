"""The fields of a comparison of two answers."""

from tests.annotations.tasks.forms.editing import from_blank, through_fields


def test_config_survives_its_fields():
    before, after = through_fields("pairwise", {"graded": True, "tie": False, "both_bad": True})

    assert after == before


def test_a_fresh_comparison_allows_a_tie():
    assert from_blank("pairwise") == {"graded": False, "tie": True, "both_bad": False}

"""A small piece of `make coverage` with its seed: intervals hold the truth about as often as they say."""

import pytest

from benchmarks import coverage
from benchmarks.coverage import EVEN, STEPS, Panel


@pytest.mark.parametrize("panel, n", [
    (Panel(2, "nominal", EVEN, "hard", 0.08), 12),
    (Panel(2, "nominal", EVEN, "hard", 0.08), 30),
    (Panel(3, "ordinal", STEPS, "near", 0.08), 20),
    (Panel(3, "interval", STEPS, "noise", 0.04), 20),
])  # fmt: skip
def test_panels_that_hardly_disagree_are_covered(panel, n):
    assert coverage.panel_covered(panel, n, 150).share >= 0.93


def test_resampling_alone_does_not_cover_them():
    found = coverage.panel_covered(Panel(2, "nominal", EVEN, "hard", 0.08), 12, 100, compared=True)

    assert found.resampled < 0.6


def test_panels_of_moderate_agreement_are_not_called_high():
    """Of panels of 12 items at an alpha of 0.70, resampling called 16 % reliable."""
    found = coverage.panel_covered(Panel(2, "nominal", EVEN, "hard", 0.3), 12, 150)

    assert found.called_high <= 0.025 and found.with_interval == 1


def test_bounded_scores_and_audits_are_covered():
    held, wald = coverage.scores_covered("5 steps, 70 % at the top", 10, 300)
    assert held >= 0.95 > 0.92 > wald

    assert coverage.audit_covered(20, 40, 0.1, False, 300) >= 0.93


def test_clusters_variance_and_few_groups_are_covered():
    held, by_score = coverage.slope_covered(6, 200)
    assert held >= 0.93 and by_score < 0.7

    assert min(coverage.shares_covered("the rest differs most", 12, 150).values()) >= 0.92

    assert coverage.paired_covered(6, 200) >= 0.93

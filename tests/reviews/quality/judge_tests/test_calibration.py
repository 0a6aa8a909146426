"""The figures of a judge beside its reference."""

import pytest

from reviews.quality.judged_cases import Case
from tests.reviews.grading.world import figures_of, judged


def test_agreement_and_mean_difference_and_interval_holds_the_value_and_narrows_with_cases():
    cases = [Case(score, reference) for score, reference in [(0.1, 0.2), (0.5, 0.4), (0.9, 1.0), (0.7, 0.3)]]
    found = figures_of(cases)
    assert found.spearman.value == pytest.approx(0.8)
    assert found.mean_difference.value == pytest.approx(0.175)
    assert (found.spearman.n, found.spearman.reason, found.spearman.low) == (4, "FEW_CASES", None)

    few, many = figures_of(judged(30, noise=0.3)).spearman, figures_of(judged(300, noise=0.3)).spearman
    assert few.low < few.value < few.high
    assert many.high - many.low < few.high - few.low


def test_scores_that_never_differ_have_no_correlation_and_rare_variation_has_a_value_without_an_interval():
    for cases in [
        [Case(0.5, n / 40) for n in range(40)],
        [Case(n / 40, 0.5) for n in range(40)],
    ]:
        found = figures_of(cases)
        assert (found.spearman.value, found.spearman.reason) == (None, "NO_VARIATION"), cases
        assert found.mean_difference.value is not None, cases

    cases = [Case(1.0, 1.0)] * 40 + [Case(0.0, 0.0)]
    found = figures_of(cases).spearman
    assert (found.value, found.low, found.reason) == (pytest.approx(1.0), None, "INTERVAL_NO_VARIATION")

"""Fleiss' kappa."""

import pytest

from annotations.agreement.metrics.fleiss import fleiss_kappa
from annotations.agreement.patterns import Patterns
from tests.annotations.agreement.examples import CANONICAL, FOURTEEN_RATERS, make_patterns


def measured(metric, patterns):
    return metric(patterns, level="nominal")


def test_fleiss_of_the_textbook_table():
    patterns = Patterns.from_table([[*row, 1] for row in FOURTEEN_RATERS], domain=range(5), n_annotators=14)

    estimate = measured(fleiss_kappa, patterns)

    assert estimate.value == pytest.approx(0.209930704422, abs=1e-9)
    assert estimate.low < estimate.value < estimate.high


@pytest.mark.parametrize(("rows", "reason"), [
    (CANONICAL, "UNEQUAL_RATERS"),
    ([[1, 2, 1], [1, None, None]], "UNEQUAL_RATERS"),
    ([[1, None], [None, 2]], "NO_PAIRS"),
    ([], "NO_PAIRS"),
    ([[1, 1], [1, 1]], "NO_VARIATION"),
    ([[1, 2]], "ONE_ITEM"),
])  # fmt: skip
def test_fleiss_is_undefined_with_a_reason(rows, reason):
    estimate = measured(fleiss_kappa, make_patterns(rows))

    assert (estimate.value, estimate.reason) == (None, reason)

"""With about so many cases an interval lies beside the limit, and with clearly fewer it does not."""

import pytest

from evalhub.lib.statistics import cases_needed, proportions
from evalhub.lib.statistics.estimate import Estimate


@pytest.mark.parametrize("value, low, high, n, limit, expected", [
    (0.82, 0.79, 0.85, 300, 0.8, 680),
    (0.82, 0.79, 0.85, 300, 0.84, 680),
    (0.5, 0.4, 0.7, 100, 0.6, 400),  # the wide side is the one that counts
    (0.5, 0.4, 0.6, 10, -0.5, 1),
    (0.82, 0.79, 0.85, 300, 0.82, None),
    (0.82, 0.79, 0.85, 300, 0.81999, None),  # above MOST
    (0.82, None, None, 300, 0.8, None),
    (None, None, None, 0, 0.8, None),
])  # fmt: skip
def test_half_width_shrinks_with_the_root_of_n(value, low, high, n, limit, expected):
    assert cases_needed.beside(Estimate(value, n, "", low, high), limit) == expected


@pytest.mark.parametrize("share, limit", [(0.8, 0.7), (0.75, 0.82)])
def test_share_is_decided_from_about_that_many_on(share, limit):
    needed = cases_needed.beside(proportions.wilson(share * 44, 44), limit)

    def is_decided(n):
        found = proportions.wilson(share * n, n)
        return not found.low <= limit <= found.high

    assert is_decided(1.2 * needed) and not is_decided(0.7 * needed)

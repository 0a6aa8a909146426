"""The order of answers: stable for one seed, balanced over many."""

from collections import Counter

import pytest

from annotations.content import display_order


def test_seed_zero_keeps_the_stored_order_and_order_of_a_seed_never_changes_and_orders_are_balanced():
    assert display_order(4, 0) == (0, 1, 2, 3)

    assert [display_order(2, seed) for seed in (1, 2, 3, 4)] == [(0, 1), (1, 0), (1, 0), (0, 1)]
    assert display_order(4, 2_147_483_647) == (2, 0, 3, 1)

    counts = Counter(display_order(2, seed) for seed in range(1, 4001))
    assert abs(counts[0, 1] - 2000) < 150  # over four standard deviations


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_every_answer_is_shown_once(n):
    assert all(sorted(display_order(n, seed)) == list(range(n)) for seed in range(50))

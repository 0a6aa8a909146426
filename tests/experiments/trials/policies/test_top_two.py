"""Top-two: the second best keeps half of what the leader gets."""

import pytest

from experiments.trials.policies import policies


def test_the_second_best_gets_half_where_the_order_is_clear():
    found = policies["top_two"].shares([0.1, 0.9, 0.5], [0.001] * 3, seed=1)

    assert found == pytest.approx([0.0, 0.5, 0.5])
    assert policies["top_two"].shares([0.1, 0.9, 0.5], [0.001] * 3, seed=1, lower_is_better=True)[1] == 0

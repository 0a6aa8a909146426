"""Ranks of systems: places by mean, and ranges that paired differences leave open."""

import numpy as np
import pytest

from experiments.benchmarks.ranking import ranked


def board(*shares, n=200, seed=5):
    """Systems that pass these shares of the same cases; what one passes a better one passes too."""
    levels = np.random.default_rng(seed).permutation(np.arange(n) / n)
    return {name: {0: (levels < share).astype(float)} for name, share in zip("abcdef", shares, strict=False)}


def test_systems_share_ranks_that_cannot_be_told_apart():
    found = ranked(board(0.81, 0.80, 0.5))
    assert [(each.key, each.place, each.best, each.worst) for each in found] == [
        ("a", 1, 1, 2),
        ("b", 2, 1, 2),
        ("c", 3, 3, 3),
    ]
    assert found[0].difference is None
    assert found[2].difference.value == pytest.approx(-0.31)
    assert found[2].difference.low < -0.31 < found[2].difference.high < 0

    found = ranked(board(0.5, 0.5))
    assert [(each.best, each.worst) for each in found] == [(1, 2), (1, 2)]
    assert (found[1].difference.value, found[1].difference.low) == (0, None)


def test_weights_and_shared_cases_make_the_order():
    scores = {
        "many": {0: np.array([1.0] * 90 + [0] * 10), 1: np.zeros(10)},
        "even": {0: np.array([1.0] * 60 + [0] * 40), 1: np.ones(10)},
    }
    assert [each.key for each in ranked(scores)] == ["many", "even"]
    assert [each.key for each in ranked(scores, [1, 1])] == ["even", "many"]
    assert ranked(scores, [1, 1])[1].difference.value == pytest.approx(-(0.5 * (1 - 0.3)))

    scores = {"a": {0: np.array([1, 1, np.nan, 1])}, "b": {0: np.array([0, np.nan, 1, 0.5])}}
    found = ranked(scores)
    assert (found[1].difference.n, found[1].difference.value) == (2, pytest.approx(-0.75))

"""Resampling: exact, repeatable, and the same distribution as drawing items one by one."""

import numpy as np
import pytest

from annotations.agreement.distances.values import LEVELS
from evalhub.lib.statistics import bootstrap
from tests.annotations.agreement.examples import simulated_table, table_patterns


def item_by_item(patterns, statistic, resamples):
    """Alpha of items drawn with replacement, the slow way."""
    rng = np.random.default_rng(9)
    owner = np.repeat(np.arange(patterns.times.size), patterns.times)
    drawn = rng.integers(owner.size, size=(resamples, owner.size))
    weights = np.array([np.bincount(owner[row], minlength=patterns.times.size) for row in drawn], dtype=float)
    return statistic(weights)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_same_distribution_as_drawing_items(level):
    patterns = table_patterns(simulated_table(items=300, annotators=3, values=3, seed=1, missing=0)).pairable
    statistic = LEVELS[level](patterns)

    found = bootstrap.interval(statistic, patterns.times, seed=1, resamples=4000)

    slow = np.quantile(item_by_item(patterns, statistic, 4000), [0.025, 0.975])
    assert [found.low, found.high] == pytest.approx(slow.tolist(), abs=0.01)


def test_rare_patterns_are_drawn_item_by_item_with_the_same_result():
    times = np.array([1, 2, 1, 3])
    rng = np.random.default_rng(1)

    weights = bootstrap._draw(rng, times, 5000)

    assert (weights.sum(axis=1) == 7).all()
    assert weights.mean(axis=0).tolist() == pytest.approx(times.tolist(), abs=0.1)


def test_blocks_do_not_change_the_interval(monkeypatch):
    patterns = table_patterns(simulated_table(items=400, annotators=3, values=3, seed=1)).pairable
    whole = bootstrap.interval(LEVELS["ordinal"](patterns), patterns.times, seed=3)

    monkeypatch.setattr(bootstrap, "_BLOCK_CELLS", 500)
    parts = bootstrap.interval(LEVELS["ordinal"](patterns), patterns.times, seed=3)

    assert (parts.low, parts.high) == pytest.approx((whole.low, whole.high), abs=1e-12)


def test_undefined_resamples_are_dropped_and_correlations_repeat():
    def undefined_at_zero(weights):
        return np.where(weights[:, 0] == 0, np.nan, weights[:, 0])

    few = bootstrap.interval(undefined_at_zero, np.array([6, 94]), seed=1)
    many = bootstrap.interval(undefined_at_zero, np.array([1, 99]), seed=1)
    assert 0 < few.dropped < 0.05 * few.resamples
    assert few.low >= 1
    assert (many.low, many.high) == (None, None)

    rng = np.random.default_rng(2)
    first = rng.normal(size=400)
    table = np.stack([first, 0.6 * first + 0.8 * rng.normal(size=400)], axis=1)
    found, again, other = (bootstrap.of_correlation(correlation, table, seed=seed) for seed in (1, 1, 2))
    z = np.arctanh(correlation(table))
    assert (found, found == other) == (again, False)
    assert (found.low, found.high) == pytest.approx(np.tanh([z - 1.96 / 397**0.5, z + 1.96 / 397**0.5]), abs=0.03)


def correlation(tables):
    tables = tables - tables.mean(axis=-2, keepdims=True)
    squares = (tables**2).sum(axis=-2)
    return tables.prod(axis=-1).sum(axis=-1) / np.sqrt(squares.prod(axis=-1))


@pytest.mark.parametrize("sign", [1, -1])
def test_perfect_correlation_has_no_interval_of_one_point(sign):
    table = np.arange(31.0)[:, None] * [1, sign]

    found = bootstrap.of_correlation(correlation, table, seed=1)

    assert (found.low, found.high, found.is_perfect) == (None, None, True)


def test_many_patterns_are_resampled_less_often(monkeypatch):
    monkeypatch.setattr(bootstrap, "_MOST_STEPS", 2)

    assert bootstrap.affordable(np.array([30, 70]), 1) == bootstrap.FEWEST_RESAMPLES

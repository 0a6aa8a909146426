"""Slopes over clusters: no interval for few of them, and repeats of a cluster are no more evidence."""

import numpy as np
import pytest

from evalhub.lib.statistics.clustered_slope import slope
from evalhub.lib.statistics.jackknife import LEAST_CLUSTERS


def sums(rng, clusters, rows=8, shared=0.0):
    found = []
    for _ in range(clusters):
        x = rng.normal(size=rows)
        y = 0.5 * x + shared * rng.normal() * x + rng.normal(size=rows)
        found.append((float(x @ x), float(x @ y)))
    return found


def test_slope_is_least_squares_and_its_interval_covers():
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(2, 40))
    found = slope([(float(x[i : i + 4] @ x[i : i + 4]), float(x[i : i + 4] @ y[i : i + 4])) for i in range(0, 40, 4)])
    assert found.value == pytest.approx(x @ y / (x @ x))
    assert found.low < found.value < found.high

    rng = np.random.default_rng(1)
    few, enough = slope(sums(rng, LEAST_CLUSTERS - 1)), slope(sums(rng, LEAST_CLUSTERS))
    assert few.value is not None and few.low is None and enough.low is not None
    assert slope([(0.0, 0.0)] * 9).value is None

    rng, covered = np.random.default_rng(8), 0
    for _ in range(400):
        found = slope(sums(rng, 8, shared=0.5))
        covered += found.low <= 0.5 <= found.high
    assert covered >= 0.92 * 400

"""What numbers come to by slice, against numpy on each slice by itself."""

import numpy as np
import pytest

from experiments.evaluations.score_moments import BINS, QUANTILES, of_slices


def test_each_slice_is_as_if_it_were_alone():
    numbers = np.sort(np.random.default_rng(1).normal(size=500))
    slices = np.arange(500) % 4 - 1  # a quarter is in none

    found = dict(of_slices(numbers, slices))

    assert list(found) == [0, 1, 2]
    for code, moments in found.items():
        alone = numbers[slices == code]
        assert (moments.n, moments.min, moments.max) == (len(alone), alone.min(), alone.max())
        assert moments.mean == pytest.approx(alone.mean(), abs=1e-12)
        assert moments.m2 == pytest.approx(alone.var() * len(alone), abs=1e-9)
        assert moments.quantiles == pytest.approx(
            {name: np.quantile(alone, q) for name, q in QUANTILES.items()}, abs=1e-12
        )


def test_histograms_share_their_bins():
    (_, first), (_, second) = of_slices(np.array([1.0, 2.0, 5.0, 5.0]), np.array([0, 0, 1, 1]), least=1, most=5)
    assert (first.histogram["low"], second.histogram["high"]) == (1, 5)
    assert (first.histogram["counts"][0], second.histogram["counts"][-1]) == (1, 2)
    assert len(first.histogram["counts"]) == BINS

    ((code, moments),) = of_slices(np.array([0.5, 0.5]), np.array([0, 0]))
    assert (code, moments.mean, moments.m2, sum(moments.histogram["counts"])) == (0, 0.5, 0, 2)
    assert list(of_slices(np.array([]), np.array([]))) == []

"""Quantiles of bins: those of the values to 2 %, whichever parts and chances they were added up from."""

import numpy as np
import pytest

from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW
from evalhub.lib.statistics.experiments import histograms

RNG = np.random.default_rng(21)
CONTROL, TREATMENT = RNG.lognormal(6, 0.5, 4000), RNG.lognormal(6.1, 0.5, 5000)


def of(*samples, weight=1.0):
    return histograms.of_parts((histograms.counted(each), weight) for each in samples)


@pytest.mark.parametrize("q", [0.05, 0.5, 0.9, 0.99])
def test_quantiles_of_bins_are_those_of_values(q):
    found = histograms.quantile_difference(of(CONTROL), of(TREATMENT), q)
    drawn = [
        np.quantile(RNG.choice(TREATMENT, 5000), q) - np.quantile(RNG.choice(CONTROL, 4000), q) for _ in range(400)
    ]
    truth, wide = np.quantile(TREATMENT, q) - np.quantile(CONTROL, q), 0.02 * np.quantile(TREATMENT, q)

    assert (found.control, found.treatment) == pytest.approx(
        (np.quantile(CONTROL, q), np.quantile(TREATMENT, q)), rel=0.01
    )
    assert found.difference.value == pytest.approx(truth, abs=wide)
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert low - 3 * wide < found.difference.low < low < high < found.difference.high < high + 3 * wide


def test_histograms_of_weights_whole_negative_and_few_values():
    parts = np.split(CONTROL, [100, 101, 2500])
    whole = histograms.quantile(of(CONTROL), 0.9)
    assert histograms.quantile(of(*parts), 0.9) == whole
    assert vars(histograms.quantile(of(*parts, weight=4.0), 0.9)) == pytest.approx(vars(whole))

    low, high = np.full(100, 10.0), np.full(50, 1000.0)
    found = histograms.of_parts([(histograms.counted(low), 1.0), (histograms.counted(high), 4.0)])
    assert histograms.quantile(found, 0.3).value == pytest.approx(10, rel=0.02)
    assert histograms.quantile(found, 0.5).value == pytest.approx(1000, rel=0.02)
    assert found.n == 150

    one, other = np.repeat([20.0, 21.0], [60_000, 40_000]), np.repeat([20.0, 21.0], [50_500, 49_500])
    found = histograms.quantile_difference(of(one), of(other), 0.5).difference
    assert found.low < 0 < found.high

    values = np.concatenate([np.full(40, -5.0), np.zeros(40), np.full(40, 3.0)])
    found = [histograms.quantile(of(values), q).value for q in (0.2, 0.5, 0.8)]
    assert found == pytest.approx([-5, 0, 3], rel=0.02)
    assert histograms.counted([-1.0, 0.0, 1.0, 1e-300]) == {-1400: 1, 0: 1, 1: 1, 1400: 1}

    nothing = histograms.quantile_difference(of([]), of(TREATMENT), 0.5)
    few = histograms.quantile_difference(of(CONTROL[:30]), of(TREATMENT), 0.9)
    assert (nothing.control, nothing.difference.reason) == (None, NOTHING)
    assert few.difference.reason == TOO_FEW and few.difference.low is None and few.control > 0
    assert not histograms.quantile_difference(of(CONTROL[:20]), of(TREATMENT), 0.5).difference.reason

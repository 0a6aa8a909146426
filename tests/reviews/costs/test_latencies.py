"""Latencies in bins: quantiles right to half a per cent, whatever was added up."""

import numpy as np
import pytest

from reviews.costs.latencies import BINS, bin_of, quantiles


def counted(latencies):
    return np.bincount([bin_of(ms) for ms in latencies], minlength=BINS)


def test_quantiles_are_those_of_the_latencies():
    latencies = np.random.default_rng(2).lognormal(7, 1, size=5_000).astype(int)

    assert quantiles(counted(latencies), (0.5, 0.95)) == pytest.approx(np.quantile(latencies, (0.5, 0.95)), rel=0.006)


def test_one_latency_is_every_quantile_and_two_have_a_middle():
    assert quantiles(counted([1_000]), (0.5, 0.95)) == pytest.approx([1_000, 1_000], rel=0.006)
    assert quantiles(counted([1_000, 3_000]), (0.5,)) == pytest.approx([2_000], rel=0.006)


def test_smallest_and_largest_latency_of_the_ledger_have_a_bin():
    assert bin_of(0) == 0 and bin_of(2**31 - 1) < BINS

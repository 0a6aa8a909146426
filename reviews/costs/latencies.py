"""Latencies as counts in bins that are 1 % wide, so that days add up; a quantile is right to half a per cent."""

import math
from collections.abc import Sequence

import numpy as np

WIDTH = math.log(1.01)
BINS = 2_200  # the last one is beyond any latency that the ledger can hold


def bin_of(ms: float) -> int:
    """The bin of a latency; sql/daily_totals.sql says the same."""
    return math.floor(math.log(ms + 1) / WIDTH)


def quantiles(counts: np.ndarray, shares: Sequence[float]) -> list[float]:
    """Latencies in ms below which these shares lie, interpolated between ranks; `counts` of each bin, at least one."""
    upper = counts.cumsum()
    found = []
    for share in shares:
        rank = share * (upper[-1] - 1)
        low, high = (np.searchsorted(upper, each, side="right") for each in (math.floor(rank), math.ceil(rank)))
        first, second = (math.exp((each + 0.5) * WIDTH) - 1 for each in (low, high))
        found.append(float(first + (second - first) * (rank - math.floor(rank))))
    return found

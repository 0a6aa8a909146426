"""Percentile intervals by resampling items or cases, exact and cheap where equal items are pooled."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

RESAMPLES = 2_000
MOST_DROPPED = 0.05  # a larger share of resamples without a value means no interval
FEWEST_RESAMPLES = 500
_MOST_STEPS = 250_000_000  # patterns or items drawn over all resamples; beyond 125,000 there are fewer resamples
_BLOCK_CELLS = 2_000_000  # floats of one block of resamples; 16 MB
_NEARLY_1 = 1 - 1e-4  # a resample may correlate perfectly
_DRAW_ITEMS_BELOW = 8  # items per pattern under which drawing items is quicker than drawing pattern counts


@dataclass(frozen=True)
class Resampled:
    """2.5 % and 97.5 % bounds, both None when more than MOST_DROPPED of the resamples were undefined, or when all
    resamples of a correlation were perfect (`is_perfect`): they say nothing of what was not met.
    """

    low: float | None
    high: float | None
    dropped: int
    resamples: int
    is_perfect: bool = False


def interval(
    statistic: Callable[[np.ndarray], np.ndarray],
    times: np.ndarray,
    *,
    seed: int,
    resamples: int = RESAMPLES,
    width: int = 1,
) -> Resampled:
    """The Resampled of a statistic over items that are pooled into patterns.

    statistic: float[b, P] weights of the patterns to float[b] values, NaN where undefined. times: int[P], items of each
    pattern. width: floats that the statistic needs per resample beyond the weights.
    A resample of items is a multinomial draw over patterns: the same distribution as drawing items one by one.
    """
    rng = np.random.default_rng(seed)
    block = max(1, min(resamples, _BLOCK_CELLS // max(times.size, width, 1)))
    values = []
    for start in range(0, resamples, block):
        weights = _draw(rng, times, min(block, resamples - start))
        values.append(statistic(weights))
    found = np.concatenate(values)
    kept = found[~np.isnan(found)]
    dropped = found.size - kept.size
    if dropped > MOST_DROPPED * found.size:
        return Resampled(low=None, high=None, dropped=dropped, resamples=found.size)
    low, high = np.quantile(kept, [0.025, 0.975])
    return Resampled(low=float(low), high=float(high), dropped=dropped, resamples=found.size)


def of_correlation(
    statistic: Callable[[np.ndarray], np.ndarray], table: np.ndarray, *, seed: int, resamples: int = RESAMPLES
) -> Resampled:
    """The Resampled of a correlation of a table over its n rows.

    statistic: float[..., n, columns] tables to float[...], NaN where undefined.
    Fisher's z of the value with the resamples' standard deviation of it and Student's t: on scales of a few steps
    percentiles cover less (docs/statistics.md).
    """
    from scipy.special import stdtrit

    rng = np.random.default_rng(seed)
    n = len(table)
    block = max(1, min(resamples, _BLOCK_CELLS // max(table.size, 1)))
    sizes = [min(block, resamples - start) for start in range(0, resamples, block)]
    found = np.concatenate([statistic(table[rng.integers(n, size=(size, n))]) for size in sizes])
    kept = found[~np.isnan(found)]
    dropped = found.size - kept.size
    if dropped > MOST_DROPPED * found.size:
        return Resampled(low=None, high=None, dropped=dropped, resamples=resamples)
    if (np.abs(kept) >= _NEARLY_1).all():
        return Resampled(low=None, high=None, dropped=dropped, resamples=resamples, is_perfect=True)
    value, half = _z(statistic(table)), stdtrit(n - 1, 0.975) * _z(kept).std(ddof=1)
    low, high = np.tanh([value - half, value + half])
    return Resampled(low=float(low), high=float(high), dropped=dropped, resamples=resamples)


def _z(correlation):
    return np.arctanh(np.clip(correlation, -_NEARLY_1, _NEARLY_1))


def affordable(times: np.ndarray, width: int) -> int:
    """How many resamples may be drawn before the interval takes too long."""
    drawn = int(times.sum()) if _draws_items(times) else times.size
    return max(FEWEST_RESAMPLES, _MOST_STEPS // max(drawn, width, 1))


def _draw(rng, times, size):
    """float[size, P]: how often each pattern comes up when as many items are drawn as there are."""
    n_items = int(times.sum())
    if not _draws_items(times):
        return rng.multinomial(n_items, times / n_items, size=size).astype(np.float64)
    owner = np.repeat(np.arange(times.size), times)
    weights = np.empty((size, times.size))
    for row in weights:
        row[:] = np.bincount(owner[rng.integers(n_items, size=n_items)], minlength=times.size)
    return weights


def _draws_items(times):
    """Whether patterns are so rare that drawing items one by one is quicker than drawing counts of patterns."""
    return times.sum() < _DRAW_ITEMS_BELOW * times.size

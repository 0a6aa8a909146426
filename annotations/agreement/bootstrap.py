"""Intervals by resampling items with all their labels, exact and cheap because items with equal labels are pooled."""

import hashlib
from dataclasses import dataclass

import numpy as np

from annotations.agreement.estimate import FEW_ITEMS, UNRELIABLE_ITEMS, Outcome

RESAMPLES = 2_000
MOST_DROPPED = 0.05  # a larger share of resamples without variation means no interval
FEWEST_RESAMPLES = 500
_MOST_STEPS = 250_000_000  # patterns or items drawn over all resamples; beyond 125,000 there are fewer resamples
_BLOCK_CELLS = 2_000_000  # floats of one block of resamples; 16 MB
_DRAW_ITEMS_BELOW = 8  # items per pattern under which drawing items is quicker than drawing pattern counts


@dataclass(frozen=True)
class Interval:
    """2.5 % and 97.5 % bounds, both None when more than MOST_DROPPED of the resamples were undefined."""

    low: float | None
    high: float | None
    dropped: int
    resamples: int


def seed_for(*parts):
    """A seed that depends on the parts alone, for example an object's id, a fingerprint of its data, a version."""
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        text = str(part).encode()
        digest.update(len(text).to_bytes(8, "big") + text)
    return int.from_bytes(digest.digest(), "big")


def outcome(statistic, times, *, n_items, seed, resamples=RESAMPLES, width=1):
    """The statistic at the data with its interval, as far as the number of items allows one; see `interval`.

    n_items: items that say something, of those counted in `times`. resamples: 0 asks for the value alone.
    Notes: FEW_ITEMS, INTERVAL_UNRELIABLE, INTERVAL_NO_VARIATION, FEWER_RESAMPLES.
    """
    value = float(statistic(times[None, :].astype(np.float64))[0])
    if n_items < FEW_ITEMS:
        return Outcome(value=value, notes=("FEW_ITEMS",))
    if not resamples:
        return Outcome(value=value)
    drawn = int(times.sum()) if _draws_items(times) else times.size
    affordable = max(FEWEST_RESAMPLES, _MOST_STEPS // max(drawn, width, 1))
    found = interval(statistic, times, seed=seed, resamples=min(resamples, affordable), width=width)
    if found.low is None:
        return Outcome(value=value, notes=("INTERVAL_NO_VARIATION",))
    notes = ("INTERVAL_UNRELIABLE",) if n_items < UNRELIABLE_ITEMS else ()
    notes += ("FEWER_RESAMPLES",) if found.resamples < resamples else ()
    return Outcome(value=value, low=found.low, high=found.high, notes=notes)


def interval(statistic, times, *, seed, resamples=RESAMPLES, width=1):
    """Percentile interval of a statistic over resampled items.

    statistic: float[b, P] weights of the patterns to float[b] values, NaN where undefined. times: int[P].
    width: floats that the statistic needs per resample beyond the weights.
    A resample of items is a multinomial draw over patterns: the same distribution as drawing items one by one.
    Zapf et al. 2016 recommend this interval over the asymptotic one.
    """
    rng = np.random.default_rng(seed)
    block = max(1, min(resamples, _BLOCK_CELLS // max(times.size, width, 1)))
    values = []
    for start in range(0, resamples, block):
        weights = _draw(rng, times, min(block, resamples - start))
        values.append(statistic(weights))
    found = np.concatenate(values)
    kept = found[~np.isnan(found)]
    dropped = resamples - kept.size
    if dropped > MOST_DROPPED * resamples:
        return Interval(low=None, high=None, dropped=dropped, resamples=resamples)
    low, high = np.quantile(kept, [0.025, 0.975])
    return Interval(low=float(low), high=float(high), dropped=dropped, resamples=resamples)


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

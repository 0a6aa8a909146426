"""What numbers come to, slice by slice: moments, extremes, quantiles and a histogram. Arrays in, plain numbers out."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

QUANTILES = {"p5": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}
BINS = 20


@dataclass(frozen=True)
class Moments:
    """`m2` is the sum of squared differences from the mean; `histogram` has bins of one width from low to high."""

    n: int
    mean: float
    m2: float
    min: float
    max: float
    quantiles: dict[str, float]
    histogram: dict[str, object]


def of_slices(
    ascending: np.ndarray, slices: np.ndarray, *, least: float | None = None, most: float | None = None
) -> Iterator[tuple[int, Moments]]:
    """(slice, its Moments) of every slice code that occurs, from 0; a negative code is of none.

    ascending: the numbers, all finite, in their order. Codes are below 32,768.
    least, most: the scale's own ends, where it has any; else those of all numbers, so that histograms compare.
    """
    if not len(ascending):
        return
    low = float(ascending[0]) if least is None else least
    high = float(ascending[-1]) if most is None else most
    order = np.argsort(slices.astype(np.int16), kind="stable")  # small whole numbers are not compared but counted
    numbers, slices = ascending[order], slices[order]
    starts = np.flatnonzero(np.r_[True, slices[1:] != slices[:-1]])
    for first, end in zip(starts, [*starts[1:], len(slices)], strict=True):
        if slices[first] >= 0:
            yield int(slices[first]), _of_ordered(numbers[first:end], low, high)


def _of_ordered(numbers, low, high):
    mean = float(numbers.mean())
    counts, _edges = np.histogram(numbers, bins=BINS, range=(low, high if high > low else low + 1))
    ranks = np.array(list(QUANTILES.values())) * (len(numbers) - 1)
    # Values at these ranks, from 0, between their neighbours where a rank is no whole number; as numpy.quantile.
    lower = np.floor(ranks).astype(np.int64)
    upper = np.minimum(lower + 1, len(numbers) - 1)
    found = numbers[lower] + (numbers[upper] - numbers[lower]) * (ranks - lower)
    return Moments(
        n=len(numbers),
        mean=mean,
        m2=float(((numbers - mean) ** 2).sum()),
        min=float(numbers[0]),
        max=float(numbers[-1]),
        quantiles={name: float(value) for name, value in zip(QUANTILES, found, strict=True)},
        histogram={"low": low, "high": high, "counts": counts.tolist()},
    )

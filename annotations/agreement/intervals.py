"""The interval of an agreement metric: exact where few items disagree, by resampling items elsewhere."""

from dataclasses import dataclass

import numpy as np

from annotations.agreement.estimate import FEW_ITEMS, UNRELIABLE_ITEMS, Outcome
from evalhub.lib.statistics import bootstrap, bounded_mean
from evalhub.lib.statistics.seeds import seed_for

FEW_DISAGREE = 10  # fewer items than this that differ from the rest in how far they disagree: resampling covers badly


@dataclass(frozen=True)
class Disagreement:
    """What a metric makes of each pattern of items; the metric is 1 - mean distance / expected distance.

    distance: float[P], of an item. times: int[P], items with it. largest: of one item. expected: by chance.
    """

    distance: np.ndarray
    times: np.ndarray
    largest: float
    expected: float

    @property
    def n_varying(self):
        """Items other than those of the most frequent distance, which is nearly always 0: items that disagree."""
        _, index = np.unique(np.round(self.distance / self.largest, 9), return_inverse=True)
        return int(self.times.sum() - np.bincount(index, weights=self.times).max())

    def interval(self):
        """(low, high) of the metric, from the interval of the mean distance; what is expected is taken as it is.

        No metric is below -1: labels that differ so much would also be expected to differ more.
        """
        found = bounded_mean.of_counts(self.distance, self.times, most=self.largest)
        return max(1 - found.high / self.expected, -1.0), 1 - found.low / self.expected


def outcome(statistic, resampled, disagreement, *, n_items, resamples=bootstrap.RESAMPLES, width=1):
    """The statistic at the data with its interval, as far as the number of items allows one.

    statistic: float[b, P] weights to float[b], as in `bootstrap.interval`. resampled: the Patterns whose rows it
    weighs, in canonical order; the seed is their fingerprint. n_items: items that say something, of those in
    `resampled`. resamples: 0 asks for the value alone. Zapf et al. 2016 recommend resampling items.
    Notes: FEW_ITEMS, FEW_DISAGREE, INTERVAL_UNRELIABLE, INTERVAL_NO_VARIATION, FEWER_RESAMPLES.
    """
    times = resampled.times
    value = float(statistic(times[None, :].astype(np.float64))[0])
    if n_items < FEW_ITEMS:
        return Outcome(value=value, notes=("FEW_ITEMS",))
    if not resamples:
        return Outcome(value=value)
    if disagreement.n_varying < FEW_DISAGREE:
        low, high = disagreement.interval()
        return Outcome(value=value, low=min(low, value), high=max(high, value), notes=("FEW_DISAGREE",))
    affordable = bootstrap.affordable(times, width)
    seed = seed_for("items", resampled.fingerprint())
    found = bootstrap.interval(statistic, times, seed=seed, resamples=min(resamples, affordable), width=width)
    if found.low is None:
        return Outcome(value=value, notes=("INTERVAL_NO_VARIATION",))
    notes = ("INTERVAL_UNRELIABLE",) if n_items < UNRELIABLE_ITEMS else ()
    notes += ("FEWER_RESAMPLES",) if found.resamples < resamples else ()
    return Outcome(value=value, low=found.low, high=found.high, notes=notes)


def nominal_disagreement(units, *, expected):
    """The Disagreement of metrics that take every item alike: the share of unequal pairs of an item's labels.

    Where one value is all there is, another could have come.
    """
    size = int(units.sizes.max())
    n_values = max(units.n_values_used, 2)
    return Disagreement(
        distance=1 - units.agreeing,
        times=units.times,
        largest=most_apart(size, n_values) / size,
        expected=expected,
    )


def most_apart(size, n_values):
    """The largest sum of distances over ordered pairs of `size` labels, less one of them, if no distance is above 1."""
    kinds = max(min(size, n_values), 1)
    each, more = divmod(size, kinds)
    return (size**2 - more * (each + 1) ** 2 - (kinds - more) * each**2) / (size - 1)

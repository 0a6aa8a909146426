"""Krippendorff's alpha: agreement beyond chance for any number of annotators with missing labels."""

from dataclasses import replace
from typing import Any

import krippendorff
import numpy as np

from annotations.agreement import intervals
from annotations.agreement.canonical import canonical
from annotations.agreement.distances.values import CLOSED_FORMS, LEVELS, MOST_VALUES
from annotations.agreement.estimate import Estimate, Outcome, undefined, with_counts
from annotations.agreement.metrics import registry
from annotations.agreement.patterns import Patterns
from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics.bootstrap import RESAMPLES

PACKAGE_LEVELS = {"nominal", "ordinal", "interval", "ratio"}
PACKAGE_CELLS = 250_000  # items x values x values of the package's largest array; beyond it our own equal form


@registry.register("krippendorff_alpha")
def alpha(patterns: Patterns, *, level: str, resamples: int = RESAMPLES) -> Estimate:
    """Alpha with its interval; the same digits for the same labels, whoever has them.

    level: nominal, ordinal, interval, ratio, sets (MASI) or sets_jaccard.
    Undefined: NO_PAIRS, NO_VARIATION, ONE_ITEM, TOO_MANY_VALUES. Notes: FEW_ITEMS, FEW_DISAGREE, INTERVAL_UNRELIABLE,
    INTERVAL_NO_VARIATION, INTERVAL_TOO_MANY_VALUES, UNBALANCED.
    """
    outcome = clustered_alpha(patterns, level=level, resamples=resamples)
    return with_counts(outcome, patterns, method=f"krippendorff_alpha {level}")


alpha.title = "Krippendorff's alpha"


def clustered_alpha(patterns: Patterns, *, level: str, resamples: int = RESAMPLES, clusters: Any = None) -> Outcome:
    """The Outcome of alpha. `clusters`, when given, are what the interval resamples instead of items.

    clusters: Patterns whose domain is the pattern rows of `patterns`, in order: how many units of each pattern a
    cluster holds. `patterns` are canonical then.
    """
    units = _units(patterns, level)
    reason = _undefined_reason(units, clusters or units, level)
    if reason:
        return undefined(reason)
    statistic = LEVELS[level](units)
    outcome = _outcome(statistic, units, clusters, resamples=resamples)
    value = _value(units, statistic, level)
    outcome = replace(outcome, value=value)
    # Unbalanced: high raw agreement with a low alpha, for nearly all labels are the same value.
    if value < 0.4 and (units.agreeing @ units.times) / units.n_items >= 0.85:
        outcome = replace(outcome, notes=(*outcome.notes, "UNBALANCED"))
    return outcome


def point(patterns: Patterns, *, level: str) -> float | None:
    """Alpha alone, None where undefined: for matrices and comparisons where an interval has no room."""
    units = _units(patterns, level)
    if _undefined_reason(units, units, level):
        return None
    return _own(LEVELS[level](units), units)


def check_level(patterns: Patterns, level: str) -> None:
    """InvalidInput for an unknown level, or one that the values of the domain do not have."""
    if level not in LEVELS:
        raise InvalidInput(f"The level is {level!r}. Valid: {', '.join(LEVELS)}.")
    if level == "ratio" and len(patterns.domain) and min(patterns.domain) < 0:
        raise InvalidInput(
            f"A value is {min(patterns.domain):g}. Valid at the ratio level: 0 or more; use the interval level."
        )


def _units(patterns, level):
    """The pairable patterns over the values that occur, in canonical order."""
    check_level(patterns, level)
    return canonical(patterns.pairable, level)


def _undefined_reason(units, resampled, level):
    if not units.n_items:
        return "NO_PAIRS"
    if units.n_values_used < 2:
        return "NO_VARIATION"
    if resampled.n_items < 2:
        return "ONE_ITEM"
    if level not in CLOSED_FORMS and len(units.domain) > MOST_VALUES:
        return "TOO_MANY_VALUES"
    return None


def _value(units, statistic, level):
    n_cells = units.n_items * len(units.domain) ** 2
    if level not in PACKAGE_LEVELS or n_cells > PACKAGE_CELLS:
        return _own(statistic, units)
    numbers = units.numbers()
    return float(
        krippendorff.alpha(
            value_counts=np.repeat(units.counts.toarray(), units.times, axis=0),
            value_domain=numbers / np.abs(numbers).max(),
            level_of_measurement=level,
        )
    )


def _own(statistic, units):
    return float(statistic(units.times[None, :].astype(np.float64))[0])


def _outcome(statistic, units, clusters, *, resamples):
    if not statistic.resamples_well:
        return Outcome(notes=("INTERVAL_TOO_MANY_VALUES",))
    resampled = clusters or units
    return intervals.outcome(
        statistic if clusters is None else lambda weights: statistic((clusters.counts.T @ weights.T).T),
        resampled,
        _disagreement(statistic, units, clusters),
        n_items=resampled.n_items,
        resamples=resamples,
        width=max(statistic.width, units.times.size),
    )


def _disagreement(statistic, units, clusters):
    """The Disagreement of units, or of clusters of them: distances over the mean number of an item's labels."""
    times = units.times.astype(np.float64)
    distance, sizes = np.maximum(statistic.observed(times), 0), units.sizes
    size = int(sizes.max())
    # In units of the largest distance an item is most apart with half at either end of a line.
    largest = statistic.largest(times) * (
        2 * (size // 2) * (size - size // 2) / (size - 1)
        if statistic.is_squared
        else intervals.most_apart(size, units.n_values_used)
    )
    resampled = units
    if clusters is not None:
        resampled, distance, sizes = clusters, clusters.counts @ distance, clusters.counts @ sizes
        largest *= clusters.sizes.max()
    scale = (sizes @ resampled.times) / resampled.n_items
    return intervals.Disagreement(
        distance=distance / scale, times=resampled.times, largest=largest / scale, expected=statistic.expected(times)
    )

"""Gwet's AC1: agreement beyond chance that stays calm when nearly all labels are the same value."""

import numpy as np

from annotations.agreement import intervals
from annotations.agreement.canonical import canonical
from annotations.agreement.estimate import Estimate, undefined, with_counts
from annotations.agreement.metrics import registry
from annotations.agreement.patterns import Patterns
from evalhub.lib.statistics.bootstrap import RESAMPLES


@registry.register("gwet_ac1")
def gwet_ac1(patterns: Patterns, *, level: str, resamples: int = RESAMPLES) -> Estimate:
    """(P - Pe) / (1 - Pe) with Pe = sum pi_k (1 - pi_k) / (q - 1), pi_k the mean share of value k (Gwet 2014).

    P is over items with two labels or more, pi_k over items with one or more, q the size of the domain.
    Every level is taken as nominal. Undefined: NO_PAIRS, NO_VARIATION, ONE_ITEM.
    Notes: FEW_ITEMS, FEW_DISAGREE, INTERVAL_UNRELIABLE, INTERVAL_NO_VARIATION.
    """
    return with_counts(_outcome(patterns, resamples), patterns, method="gwet_ac1")


gwet_ac1.title = "Gwet's AC1"
gwet_ac1.on_note = "UNBALANCED"


def _outcome(patterns, resamples):
    n_items = patterns.pairable.n_items
    if not n_items:
        return undefined("NO_PAIRS")
    if patterns.n_values_used < 2:
        return undefined("NO_VARIATION")
    if n_items < 2:
        return undefined("ONE_ITEM")
    values = len(patterns.domain)
    patterns = canonical(patterns, "nominal")
    weights = patterns.times.astype(np.float64)
    expected = float(_by_chance((_shares(patterns).T @ weights)[None, :] / weights.sum(), values)[0])
    return intervals.outcome(
        _statistic(patterns, values),
        patterns,
        intervals.nominal_disagreement(patterns.pairable, expected=1 - expected),
        n_items=n_items,
        resamples=resamples,
        width=len(patterns.domain),
    )


def _statistic(patterns, values):
    sizes = patterns.sizes
    paired = sizes >= 2
    agreeing = np.zeros(sizes.size)
    agreeing[paired] = patterns.pairable.agreeing
    shares = _shares(patterns)

    def of(weights):
        expected = _by_chance((shares.T @ weights.T).T / weights.sum(axis=1, keepdims=True), values)
        with_pairs = weights @ paired
        found = np.divide(weights @ agreeing, with_pairs, out=np.full(len(weights), np.nan), where=with_pairs > 0)
        return (found - expected) / (1 - expected)

    return of


def _by_chance(prevalence, values):
    return (prevalence * (1 - prevalence)).sum(axis=1) / (values - 1)


def _shares(patterns):
    """The share of each value among the labels of each pattern."""
    return patterns.counts.multiply(1 / patterns.sizes[:, None]).tocsr()

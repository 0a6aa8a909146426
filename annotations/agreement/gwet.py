"""Gwet's AC1: agreement beyond chance that stays calm when nearly all labels are the same value."""

import numpy as np

from annotations.agreement import bootstrap, registry
from annotations.agreement.estimate import undefined, with_counts


@registry.register("gwet_ac1")
def gwet_ac1(patterns, *, level, seed, resamples=bootstrap.RESAMPLES):
    """(P - Pe) / (1 - Pe) with Pe = sum pi_k (1 - pi_k) / (q - 1), pi_k the mean share of value k (Gwet 2014).

    P is over items with two labels or more, pi_k over items with one or more, q the size of the domain.
    Every level is taken as nominal. Undefined: NO_PAIRS, NO_VARIATION, ONE_ITEM.
    Notes: FEW_ITEMS, INTERVAL_UNRELIABLE, INTERVAL_NO_VARIATION.
    """
    return with_counts(_outcome(patterns, seed, resamples), patterns, method="gwet_ac1")


gwet_ac1.title = "Gwet's AC1"


def _outcome(patterns, seed, resamples):
    n_items = patterns.pairable.n_items
    if not n_items:
        return undefined("NO_PAIRS")
    if patterns.n_values_used < 2:
        return undefined("NO_VARIATION")
    if n_items < 2:
        return undefined("ONE_ITEM")
    return bootstrap.outcome(
        _statistic(patterns),
        patterns.times,
        n_items=n_items,
        seed=seed,
        resamples=resamples,
        width=len(patterns.domain),
    )


def _statistic(patterns):
    sizes = patterns.sizes
    paired = sizes >= 2
    agreeing = np.zeros(sizes.size)
    agreeing[paired] = patterns.pairable.agreeing
    shares = patterns.counts.multiply(1 / sizes[:, None]).tocsr()
    values = len(patterns.domain)

    def of(weights):
        prevalence = (shares.T @ weights.T).T / weights.sum(axis=1, keepdims=True)
        expected = (prevalence * (1 - prevalence)).sum(axis=1) / (values - 1)
        with_pairs = weights @ paired
        found = np.divide(weights @ agreeing, with_pairs, out=np.full(len(weights), np.nan), where=with_pairs > 0)
        return (found - expected) / (1 - expected)

    return of

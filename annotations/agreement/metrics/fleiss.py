"""Fleiss' kappa: agreement beyond chance when every item has the same number of labels."""

import numpy as np

from annotations.agreement import intervals
from annotations.agreement.canonical import canonical
from annotations.agreement.estimate import Estimate, undefined, with_counts
from annotations.agreement.metrics import registry
from annotations.agreement.patterns import Patterns
from evalhub.lib.statistics.bootstrap import RESAMPLES


@registry.register("fleiss_kappa")
def fleiss_kappa(patterns: Patterns, *, level: str, resamples: int = RESAMPLES) -> Estimate:
    """(P - Pe) / (1 - Pe), P = mean share of equal pairs, Pe = sum of squared shares of the values (Fleiss 1971).

    Every level is taken as nominal. Undefined: NO_PAIRS, UNEQUAL_RATERS, NO_VARIATION, ONE_ITEM.
    Notes: FEW_ITEMS, FEW_DISAGREE, INTERVAL_UNRELIABLE, INTERVAL_NO_VARIATION.
    """
    return with_counts(_outcome(patterns, resamples), patterns, method="fleiss_kappa")


fleiss_kappa.title = "Fleiss' kappa"
fleiss_kappa.has_interval = False


def _outcome(patterns, resamples):
    units = canonical(patterns.pairable, "nominal")
    if not units.n_items:
        return undefined("NO_PAIRS")
    if np.unique(patterns.sizes).size > 1:
        return undefined("UNEQUAL_RATERS")
    if units.n_values_used < 2:
        return undefined("NO_VARIATION")
    if units.n_items < 2:
        return undefined("ONE_ITEM")
    shares = units.distribution / units.n_labels
    return intervals.outcome(
        _statistic(units),
        units,
        intervals.nominal_disagreement(units, expected=1 - float(shares @ shares)),
        n_items=units.n_items,
        resamples=resamples,
        width=len(units.domain),
    )


def _statistic(units):
    def of(weights):
        marginals = (units.counts.T @ weights.T).T
        labels = marginals.sum(axis=1)
        # Whole numbers keep "no variation" exact: Pe is 1 only if one value has all labels.
        expected, everything = (marginals**2).sum(axis=1), labels**2
        found = (weights @ units.agreeing) / weights.sum(axis=1)
        room = np.where(everything > expected, (everything - expected) / everything, np.nan)
        return 1 - (1 - found) / room

    return of

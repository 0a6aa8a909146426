"""Percent agreement: the share of agreeing pairs of labels, averaged over items. Never a headline on its own."""

from annotations.agreement import bootstrap, registry
from annotations.agreement.estimate import undefined, with_counts


@registry.register("percent_agreement")
def percent_agreement(patterns, *, level, seed, resamples=bootstrap.RESAMPLES):
    """Mean over items with two labels or more of the share of their pairs that are equal, 0 to 1.

    Equal means the same value at every level. Undefined: NO_PAIRS. Notes: FEW_ITEMS, INTERVAL_UNRELIABLE.
    """
    return with_counts(_outcome(patterns.pairable, seed, resamples), patterns, method="percent_agreement")


percent_agreement.title = "Percent agreement"


def _outcome(units, seed, resamples):
    if not units.n_items:
        return undefined("NO_PAIRS")

    def share(weights):
        return (weights @ units.agreeing) / units.n_items

    return bootstrap.outcome(share, units.times, n_items=units.n_items, seed=seed, resamples=resamples)

"""Percent agreement: the share of agreeing pairs of labels, averaged over items. Never a headline on its own."""

from annotations.agreement import intervals
from annotations.agreement.canonical import canonical
from annotations.agreement.estimate import Estimate, undefined, with_counts
from annotations.agreement.metrics import registry
from annotations.agreement.patterns import Patterns
from evalhub.lib.statistics.bootstrap import RESAMPLES
from evalhub.lib.translation import gettext_noop


@registry.register("percent_agreement")
def percent_agreement(patterns: Patterns, *, level: str, resamples: int = RESAMPLES) -> Estimate:
    """Mean over items with two labels or more of the share of their pairs that are equal, 0 to 1.

    Equal means the same value at every level. Undefined: NO_PAIRS. Notes: FEW_ITEMS, FEW_DISAGREE, INTERVAL_UNRELIABLE.
    """
    outcome = _outcome(canonical(patterns.pairable, "nominal"), resamples)
    return with_counts(outcome, patterns, method="percent_agreement")


percent_agreement.title = gettext_noop("Percent agreement")
percent_agreement.column = gettext_noop("Same answer")
percent_agreement.has_interval = False


def _outcome(units, resamples):
    if not units.n_items:
        return undefined("NO_PAIRS")

    def share(weights):
        return (weights @ units.agreeing) / units.n_items

    disagreement = intervals.nominal_disagreement(units, expected=1.0)
    return intervals.outcome(share, units, disagreement, n_items=units.n_items, resamples=resamples)

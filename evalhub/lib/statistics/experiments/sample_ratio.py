"""Whether units came to the variants as they were to be shared out; if not, something is wrong with the data."""

import math
from collections.abc import Sequence

UNHEALTHY_BELOW = 0.001
LEAST_EXPECTED = 5  # units of a variant for the chi-square limit


def p_value(counts: Sequence[int], shares: Sequence[float]) -> float | None:
    """Pearson's chi-square of the counts; None with fewer than two variants, or too few units to say.

    A variant whose share is 0 is left out; ValueError where it has units all the same.
    """
    if any(count and not share for count, share in zip(counts, shares, strict=True)):
        raise ValueError("a variant with a share of 0 has units")
    known = [(count, share) for count, share in zip(counts, shares, strict=True) if share > 0]
    total, whole = sum(count for count, _share in known), sum(share for _count, share in known)
    expected = [total * share / whole for _count, share in known]
    if len(known) < 2 or min(expected) < LEAST_EXPECTED:
        return None
    from scipy.special import chdtrc

    found = sum((count - each) ** 2 / each for (count, _share), each in zip(known, expected, strict=True))
    return float(chdtrc(len(known) - 1, found))


def running_p(counts: Sequence[int], shares: Sequence[float], *, strength: float = 100.0) -> float:
    """A p-value that may be looked at after every unit (Lindon and Malek 2022); over looks the least one holds.

    1 / the Bayes factor of a Dirichlet prior around the shares, `strength` units strong, against the shares as told.
    """
    return running_p_of_periods([(counts, shares)], strength=strength)


def running_p_of_periods(periods: Sequence[tuple[Sequence[int], Sequence[float]]], *, strength: float = 100.0) -> float:
    """Likewise of (counts, shares) of periods with shares of their own, as a bandit has: their factors multiply."""
    return math.exp(min(0.0, -math.fsum(_log_factor(*each, strength) for each in periods)))


def _log_factor(counts, shares, strength):
    if any(count and not share for count, share in zip(counts, shares, strict=True)):
        return math.inf
    known = [(count, share) for count, share in zip(counts, shares, strict=True) if share > 0]
    whole = sum(share for _count, share in known)
    total = sum(count for count, _share in known)
    log = math.lgamma(strength) - math.lgamma(strength + total)
    for count, share in known:
        prior = strength * share / whole
        log += math.lgamma(prior + count) - math.lgamma(prior) - count * math.log(share / whole)
    return log

"""The share of passes that people would find, from what a judge says and how often it is right.

Rogan and Gladen (1978); the error by the delta method. docs/statistics.md has the measured coverage.
"""

import math

from evalhub.lib.statistics import proportions
from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW, UNINFORMATIVE, Estimate

METHOD = "Rogan-Gladen"
LEAST_LABELLED = 30  # of each kind, that the judge's rates are known well enough
LEAST_INFORMATION = 0.1


def corrected(passed: int, n: int, *, hits: int, passes: int, correct_fails: int, fails: int) -> Estimate:
    """The Estimate of the true share of passes.

    passed of n: what the judge says of all. hits of `passes`: those that people passed and the judge did too;
    correct_fails of `fails` likewise, in a labelled sample of its own. UNINFORMATIVE where the judge is hardly better
    than chance, TOO_FEW without LEAST_LABELLED of each kind.
    """
    if not n or not passes or not fails:
        return Estimate(None, n, METHOD, reason=NOTHING)
    share, hit_rate, reject_rate = passed / n, hits / passes, correct_fails / fails
    information = hit_rate + reject_rate - 1
    if information <= LEAST_INFORMATION:
        return Estimate(None, n, METHOD, reason=UNINFORMATIVE)
    value = (share + reject_rate - 1) / information
    if min(passes, fails) < LEAST_LABELLED:
        return Estimate(min(max(value, 0.0), 1.0), n, METHOD, reason=TOO_FEW)
    spread = share * (1 - share) / n
    spread += value**2 * hit_rate * (1 - hit_rate) / passes
    spread += (1 - value) ** 2 * reject_rate * (1 - reject_rate) / fails
    half = proportions.Z * math.sqrt(spread) / information
    low, high = (min(max(end, 0.0), 1.0) for end in (value - half, value + half))
    return Estimate(min(max(value, 0.0), 1.0), n, METHOD, low, high)

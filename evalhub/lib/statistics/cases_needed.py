"""From how many cases on an interval would lie on one side of a limit, if the figure stayed what it is."""

import math

from evalhub.lib.statistics.estimate import Estimate

MOST = 1_000_000


def beside(estimate: Estimate, limit: float) -> int | None:
    """About how many: half widths shrink with the root of n (Cochran 1977, section 4.4). Two digits, rounded up.

    None without an interval, for a figure on the limit, and above MOST.
    """
    if estimate.value is None or estimate.low is None or estimate.high is None or estimate.value == limit:
        return None
    gap = abs(estimate.value - limit)
    half = estimate.value - estimate.low if estimate.value > limit else estimate.high - estimate.value
    ratio = half / gap
    n = estimate.n * ratio * ratio * (1 - 1e-9)  # a whole number is not rounded up for its last digit
    if not n <= MOST:
        return None
    step = 10 ** max(len(str(math.ceil(n))) - 2, 0)
    return max(1, math.ceil(n / step) * step)

"""When a failed call may be tried again: jittered exponential backoff that honours Retry-After."""

from typing import Any

FIRST_DELAY_SECONDS = 2.0
LONGEST_DELAY_SECONDS = 300.0
LONGEST_RETRY_AFTER_SECONDS = 3600.0


def next_delay(attempts, retry_after, rng, *, most) -> Any:
    """Seconds to wait after `attempts` failed tries, or None when none of the `most` is left.

    The wait doubles from two seconds to five minutes and half of it is random (`rng`: a random.Random), so that
    requests refused together do not come back together. A provider's `retry_after` in seconds is a lower bound,
    stretched by up to a tenth, and no longer than an hour.
    """
    if attempts >= most:
        return None
    ceiling = min(FIRST_DELAY_SECONDS * 2 ** max(attempts - 1, 0), LONGEST_DELAY_SECONDS)
    delay = ceiling * rng.uniform(0.5, 1.0)
    if retry_after is None:
        return delay
    asked = min(max(retry_after, 0.0), LONGEST_RETRY_AFTER_SECONDS)
    return max(delay, asked * rng.uniform(1.0, 1.1))

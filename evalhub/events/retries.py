"""When a delivery that failed is tried again."""

import random

# After the first try, the second, and so on: ten tries in about three days.
SECONDS = (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400)
LONGEST_ASKED_SECONDS = 86_400
JITTER = 0.1


def seconds_before_retry(tries: int, *, retry_after: float | None, rng: random.Random) -> float | None:
    """Seconds to wait after so many tries, None after the last; as long as the receiver asks for by `retry_after`, up
    to a day.

    A tenth at most is added by chance, so that what failed together does not come back together.
    """
    if tries > len(SECONDS):
        return None
    wait = max(SECONDS[tries - 1], min(retry_after or 0.0, LONGEST_ASKED_SECONDS))
    return wait * rng.uniform(1.0, 1.0 + JITTER)

"""Retry of the language-model client."""

import random

from reviews.engine.client.backoff import next_delay


class Highest(random.Random):
    def uniform(self, a, b):
        return b


class Lowest(random.Random):
    def uniform(self, a, b):
        return a


def test_waits_double_at_random_within_bounds_and_end_after_the_last_try():
    assert next_delay(1, 30, Lowest(), most=5) == 30

    for attempts, seconds in [(1, 2), (2, 4), (3, 8), (4, 16)]:
        assert next_delay(attempts, None, Highest(), most=5) == seconds, (attempts, seconds)

    delays = [next_delay(3, None, random.Random(seed), most=5) for seed in range(50)]
    assert all(4 <= delay <= 8 for delay in delays)
    assert len(set(delays)) == 50

    assert next_delay(5, None, random.Random(1), most=5) is None
    assert next_delay(8, 1.0, random.Random(1), most=5) is None

    for retry_after, low, high in [(30, 30, 33), (0, 1, 2), (-5, 1, 2), (10**9, 3600, 3960)]:
        assert low <= next_delay(1, retry_after, random.Random(1), most=5) <= high, (retry_after, low, high)

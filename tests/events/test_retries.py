"""Waits grow from seconds to a day, and the receiver may ask for more."""

import random

from evalhub.events.retries import SECONDS, seconds_before_retry

RNG = random.Random(1)


def test_ten_tries_in_about_three_days_wait_at_least_as_asked():
    waits = [seconds_before_retry(tries, retry_after=None, rng=RNG) for tries in range(1, 11)]
    assert waits.pop() is None
    assert all(least <= wait <= 1.1 * least for least, wait in zip(SECONDS, waits, strict=True))
    assert 3 * 86_400 < sum(SECONDS) < 3.5 * 86_400

    assert 60 <= seconds_before_retry(1, retry_after=60.0, rng=RNG) <= 66
    assert 300 <= seconds_before_retry(2, retry_after=60.0, rng=RNG) <= 330
    assert seconds_before_retry(1, retry_after=1e9, rng=RNG) <= 1.1 * 86_400
    assert seconds_before_retry(10, retry_after=60.0, rng=RNG) is None

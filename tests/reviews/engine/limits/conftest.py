"""What the tests of limits share: nothing that a process remembers is left from another test."""

import pytest

from reviews.engine.limits import redis_buckets
from reviews.engine.limits.actions import profiles, rate_limiter


@pytest.fixture(scope="module", autouse=True)
def patient():
    """Redis is waited for, and limits once read stay read: where all is slow, seconds pass between two lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(profiles, "KEPT_SECONDS", 600.0)
        patch.setattr(redis_buckets, "TIMEOUT_SECONDS", 60.0)
        redis_buckets._script.cache_clear()
        yield
    redis_buckets._script.cache_clear()


@pytest.fixture(autouse=True)
def fresh_process():
    rate_limiter._away_until.clear()
    rate_limiter._own.clear()
    profiles.forget()

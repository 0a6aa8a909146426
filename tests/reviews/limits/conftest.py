"""What the tests of limits share: nothing that a process remembers is left from another test."""

import pytest

from reviews.limits import pacing, profiles, shared_buckets


@pytest.fixture(scope="module", autouse=True)
def patient():
    """Redis is waited for, and limits once read stay read: where all is slow, seconds pass between two lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(profiles, "KEPT_SECONDS", 600.0)
        patch.setattr(shared_buckets, "TIMEOUT_SECONDS", 60.0)
        shared_buckets._script.cache_clear()
        yield
    shared_buckets._script.cache_clear()


@pytest.fixture(autouse=True)
def fresh_process():
    pacing._away_until.clear()
    pacing._own.clear()
    profiles.forget()

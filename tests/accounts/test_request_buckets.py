"""Buckets of requests in Redis: exact at their edge, shared, refilled, and nobody's trouble while Redis is away."""

import logging
import uuid

import pytest
from django.conf import settings

from evalhub.accounts import request_buckets
from evalhub.accounts.request_buckets import Bucket, take
from tests.live import run_together, until

pytestmark = pytest.mark.services


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Redis is waited for: on a busy machine seconds pass between two lines."""
    monkeypatch.setattr(request_buckets, "TIMEOUT_SECONDS", 60.0)
    monkeypatch.setattr(request_buckets, "_away", {"until": 0.0})
    request_buckets._script.cache_clear()
    yield
    request_buckets._script.cache_clear()


@pytest.fixture
def window(monkeypatch):
    """So long that nothing flows back while a test runs."""
    monkeypatch.setattr(request_buckets, "WINDOW_SECONDS", 10**7)


def bucket(per_minute):
    return Bucket(uuid.uuid4().hex, per_minute)


def test_bucket_gives_what_it_holds_and_not_one_more_and_refused_request_takes_from_neither_bucket(window):
    three = bucket(3)
    found = [take([three]) for _ in range(5)]
    assert [each.remaining for each in found] == [2, 1, 0, 0, 0]
    assert [each.wait_seconds > 0 for each in found] == [False, False, False, True, True]
    assert found[0].per_minute == 3

    one, ten = bucket(1), bucket(10)
    take([one, ten])
    refused = [take([one, ten]) for _ in range(3)]
    assert {each.wait_seconds > 0 and each.per_minute for each in refused} == {1}
    assert take([ten]).remaining == 8


def test_answer_is_about_the_bucket_with_least_and_waiting_and_refill_follow_from_the_rate(window):
    assert take([bucket(10), bucket(5)]).per_minute == 5

    two = bucket(2)
    first, _second, refused = take([two]), take([two]), take([two])
    assert first.full_in_seconds == 10**7 // 2
    assert refused.wait_seconds == pytest.approx(10**7 / 2, abs=600)


def test_a_bucket_is_never_too_large_to_count_and_what_was_taken_flows_back(monkeypatch):
    assert take([bucket(10**9)]).remaining >= 10**9 - 1

    monkeypatch.setattr(request_buckets, "WINDOW_SECONDS", 0.001)
    fast = bucket(2)
    for _ in range(3):
        take([fast])
    assert until(lambda: take([fast]).wait_seconds == 0, "the bucket gives again")


@pytest.mark.parametrize("lost", ["disconnect", "script"])
def test_a_closed_connection_and_a_forgotten_script_are_made_good(window, lost):
    three = bucket(3)
    take([three])

    if lost == "disconnect":
        request_buckets._own.connection._sock.close()
    else:
        request_buckets._script(settings.REDIS_URL).registered_client.script_flush()

    assert take([three]).remaining == 1


def test_many_at_once_take_no_more_than_there_is(window):
    ten = bucket(10)
    take([bucket(1)])

    found = run_together(*[lambda: [take([ten]).wait_seconds == 0 for _ in range(5)]] * 4)

    assert sum(map(sum, found)) == 10


def test_without_redis_requests_pass_and_the_log_says_so_once(settings, caplog, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(request_buckets, "LOOK_AGAIN_SECONDS", 0.0)

    with caplog.at_level(logging.WARNING):
        found = [take([bucket(1)]) for _ in range(3)]

    assert found == [None] * 3
    assert [record.message for record in caplog.records] == [
        "Redis cannot be used (ConnectionError): requests of keys are not limited."
    ]


def test_redis_is_not_asked_again_at_once(settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(request_buckets, "LOOK_AGAIN_SECONDS", 3600.0)
    take([bucket(1)])

    monkeypatch.setattr(request_buckets, "connect", lambda url, **options: pytest.fail("Redis was asked."))
    request_buckets._script.cache_clear()

    assert take([bucket(1)]) is None

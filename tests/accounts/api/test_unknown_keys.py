"""Unknown keys: a source that sends many is refused unread, and its known keys work on."""

import itertools
import random

import pytest
from django.test import Client

from evalhub.accounts import request_buckets
from evalhub.accounts.api import unknown_keys
from tests import factories

pytestmark = pytest.mark.django_db
NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Redis is waited for, nothing flows back while a test runs, and no source waits from before."""
    monkeypatch.setattr(request_buckets, "TIMEOUT_SECONDS", 60.0)
    monkeypatch.setattr(request_buckets, "WINDOW_SECONDS", 10**7)
    monkeypatch.setattr(request_buckets, "_away", {"until": 0.0})
    monkeypatch.setattr(unknown_keys, "PER_MINUTE", 3)
    monkeypatch.setattr(unknown_keys, "_waiting", {})
    monkeypatch.setattr(unknown_keys, "_live", {"hashes": frozenset(), "until": 0.0})
    request_buckets._script.cache_clear()
    yield
    request_buckets._script.cache_clear()


def address():
    """An IPv4 address that no other test has: counts outlive it in Redis."""
    return f"10.{'.'.join(str(random.randrange(256)) for _ in range(3))}"


def send(where, secret=None):
    secret = f"eval_{next(NUMBERS)}" if secret is None else secret
    return Client(REMOTE_ADDR=where).get("/v1/me", headers={"Authorization": f"Bearer {secret}"})


def test_guesses_are_refused_without_a_look_into_the_database(bob, django_assert_num_queries):
    where = address()

    found = [send(where) for _ in range(5)]  # the last one reads the live keys
    with django_assert_num_queries(0):
        found += [send(where) for _ in range(20)]

    assert [answer.status_code for answer in found] == [401] * 3 + [429] * 22
    error = found[-1].json()["error"]
    assert error["code"] == "too_many_unknown_keys"
    assert found[-1]["Retry-After"] == str(error["details"]["retry_after_seconds"])


def test_known_keys_of_the_same_source_work_on(bob):
    where, known = address(), [factories.make_api_key(bob).secret for _ in range(2)]

    found = [send(where, known[0]).status_code] + [send(where).status_code for _ in range(5)]

    assert found == [200, 401, 401, 401, 429, 429]
    assert [send(where, secret).status_code for secret in known] == [200, 200]


def test_key_that_was_revoked_meanwhile_is_unknown(bob):
    where, issued = address(), factories.make_api_key(bob)
    for _ in range(4):
        send(where)
    answers = [send(where, issued.secret).status_code]

    issued.key.revoked_at = issued.key.created_at
    issued.key.save(update_fields=["revoked_at"])

    assert [*answers, send(where, issued.secret).status_code] == [200, 429]


def test_other_sources_are_not_touched_and_one_network_of_version_6_is_one_source():
    where = address()
    for _ in range(5):
        send(where)
    assert send(where).status_code == 429
    assert send(address()).status_code == 401

    network = f"2001:db8:{random.randrange(2**16):x}:{random.randrange(2**16):x}"
    found = [send(f"{network}::{number:x}").status_code for number in range(1, 6)]
    assert found == [401, 401, 401, 429, 429]


def test_nobody_is_refused_while_redis_is_away(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    where = address()

    assert {send(where).status_code for _ in range(6)} == {401}

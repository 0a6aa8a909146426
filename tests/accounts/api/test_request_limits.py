"""Requests of a key are limited by class, and each answer says how it stands."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evalhub.accounts import request_buckets
from evalhub.accounts.models import AuditEvent

pytestmark = pytest.mark.django_db
LIMITS = "/v1/request-limits"


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Redis is waited for, and nothing flows back while a test runs."""
    monkeypatch.setattr(request_buckets, "TIMEOUT_SECONDS", 60.0)
    monkeypatch.setattr(request_buckets, "WINDOW_SECONDS", 10**7)
    monkeypatch.setattr(request_buckets, "_away", {"until": 0.0})
    request_buckets._script.cache_clear()
    yield
    request_buckets._script.cache_clear()


@pytest.fixture
def limits(settings):
    settings.REQUESTS_PER_MINUTE = {"sync": 2, "batch": 1, "query": 3, "organization": 100}


def left(response):
    return response["RateLimit-Limit"], response["RateLimit-Remaining"]


def test_request_too_many_is_refused_in_words_and_headers_and_refused_change_is_not_made(api_of, bob, limits):
    api = api_of(bob)
    found = [api.get("/v1/me") for _ in range(4)]
    assert [response.status_code for response in found] == [200, 200, 200, 429]
    assert [left(response) for response in found] == [("3", "2"), ("3", "1"), ("3", "0"), ("3", "0")]
    assert int(found[0]["RateLimit-Reset"]) > 0 and "Retry-After" not in found[0]
    error = found[3].json()["error"]
    assert error["code"] == "too_many_requests" and error["details"]["limit"] == 3
    assert found[3]["Retry-After"] == str(error["details"]["retry_after_seconds"])

    api = api_of(bob)
    statuses = [api.post("/v1/teams", {"name": f"Team {number}"}).status_code for number in range(3)]
    assert statuses == [201, 201, 429]
    assert api.get("/v1/teams").json()["total"] == 2


def test_errors_and_refusals_of_rights_count_and_say_how_it_stands(api_of, alice, limits):
    api = api_of(alice)

    found = [api.get("/v1/people"), api.get("/v1/datasets/x"), api.post("/v1/teams", {})]

    assert [response.status_code for response in found] == [403, 403, 403]
    assert [left(response) for response in found] == [("3", "2"), ("3", "1"), ("2", "1")]


def test_classes_have_buckets_of_their_own(api_of, bob, limits):
    api, unknown = api_of(bob), "00000000-0000-7000-8000-000000000000"

    started = [api.post(f"/v1/annotations/tasks/{unknown}/export", {}) for _ in range(2)]
    answered = api.post(f"/v1/annotations/tasks/{unknown}/next")

    assert [response.status_code for response in started] == [404, 429]
    assert [left(response) for response in (*started, answered)] == [("1", "0"), ("1", "0"), ("3", "2")]


def test_keys_are_apart_and_share_the_limit_of_the_organization(api_of, alice, bob, mallory, settings):
    settings.REQUESTS_PER_MINUTE = {"sync": 0, "batch": 0, "query": 2, "organization": 3}
    first, second, foreign = api_of(alice), api_of(bob), api_of(mallory)

    found = [api.get("/v1/me").status_code for api in (first, first, first, second, second, foreign)]

    assert found == [200, 200, 429, 200, 429, 200]


def test_organization_sets_limits_of_its_own(api_of, bob, alice, mallory, limits):
    api = api_of(bob)

    changed = api.patch(LIMITS, {"query": 50, "organization": 70}).json()

    assert changed["query"] == {"per_minute": 50, "own": 50, "server": 3}
    assert changed["sync"] == {"per_minute": 2, "own": None, "server": 2}
    assert left(api_of(alice).get("/v1/me")) == ("50", "49")
    assert left(api_of(mallory).get("/v1/me")) == ("3", "2")
    assert api.patch(LIMITS, {"query": None}).json()["query"]["per_minute"] == 3
    events = AuditEvent.objects.filter(verb="request_limits.set").order_by("pk")
    assert [event.details for event in events] == [
        {"limits": {"query": 50, "organization": 70}, "before": {"query": None, "organization": None}},
        {"limits": {"query": None}, "before": {"query": 50}},
    ]


def test_bad_limits_are_refused(api_of, bob):
    api = api_of(bob)

    for value in (0, -1, 1.5, "5", True, 10**6 + 1, 10**30, []):
        assert api.patch(LIMITS, {"sync": value}).status_code == 400, value


def test_limits_are_set_by_admins_and_read_by_members(api_of, bob, alice):
    assert api_of(bob).patch(LIMITS, {}).status_code == 400
    assert api_of(alice).get(LIMITS).json()["query"] == {"per_minute": None, "own": None, "server": None}
    assert api_of(alice).patch(LIMITS, {"sync": 5}).status_code == 403


def test_sessions_are_not_limited(client_of, bob, limits):
    client = client_of(bob)

    found = [client.get("/v1/me") for _ in range(5)]

    assert {response.status_code for response in found} == {200}
    assert "RateLimit-Limit" not in found[0]


def test_requests_pass_while_redis_is_away(api_of, bob, limits, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    api = api_of(bob)

    found = [api.get("/v1/me") for _ in range(5)]

    assert {response.status_code for response in found} == {200}
    assert "RateLimit-Limit" not in found[0]


def test_limits_take_no_statement(api_of, bob, settings):
    api, counts = api_of(bob), []
    for most in (0, 9):
        settings.REQUESTS_PER_MINUTE = dict.fromkeys(settings.REQUESTS_PER_MINUTE, most)
        api.get("/v1/me")
        with CaptureQueriesContext(connection) as captured:
            answer = api.get("/v1/me")
        counts.append(len(captured))

    assert counts[0] == counts[1] and left(answer) == ("9", "7")

"""The monthly budget and the profiles of rate limits over the API: the same rules as on their page."""

from decimal import Decimal

import pytest
from django.utils import timezone

from evalhub.accounts.models import AuditEvent
from reviews.engine.limits.actions import profiles, spending
from reviews.models import Budget, RateLimitProfile

pytestmark = pytest.mark.django_db
BUDGET, LIMITS = "/v1/budget", "/v1/rate-limits"
OPENAI = {"provider": "openai", "requests_per_minute": 500}


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


def test_budget_is_set_read_and_taken_away(api, acme, bob):
    spending.add_to_month(acme.pk, spending.month_of(timezone.now()), spent_usd=Decimal("1.25"))

    answer = api.put(BUDGET, {"monthly_usd": 250.1})

    assert answer.json() == {"monthly_usd": 250.1, "spent_usd": 1.25, "reserved_usd": 0.0, "unpriced_calls": 0}
    assert Budget.objects.get().monthly_usd == Decimal("250.1")
    assert api.put(BUDGET, {"monthly_usd": None}).json()["monthly_usd"] is None
    assert [event.actor for event in AuditEvent.objects.filter(verb="budget.set")] == [bob.user] * 2


def test_bad_budgets_are_refused(api):
    for amount in (0, -1, 1e8, 1e-11, 1e300, "5", True, [], {}):
        assert api.put(BUDGET, {"monthly_usd": amount}).status_code == 400, amount
    assert api.put(BUDGET, {}).status_code == 400
    assert not Budget.objects.exists()


def test_profile_is_set_in_versions(api, acme):
    first = api.post(LIMITS, {"rows": [OPENAI]}).json()
    assert (first["profile"], first["version"], first["current"], first["created_by"]) == (
        "",
        1,
        True,
        "bob@example.org",
    )

    again = api.post(LIMITS, {"profile": "", "rows": [OPENAI]}).json()
    changed = api.post(LIMITS, {"rows": [OPENAI | {"requests_per_minute": 700, "model": "gpt-4o"}, OPENAI]}).json()
    api.post(LIMITS, {"profile": "night", "rows": [{"provider": "gemini", "enqueued_batch_tokens": 9}]})

    assert again == first and changed["version"] == 2
    assert [row["model"] for row in changed["rows"]] == ["", "gpt-4o"]
    assert profiles.limits_for(acme.pk, "night")("gemini", "x").enqueued_batch_tokens == 9
    assert AuditEvent.objects.filter(verb="rate_limits.set").count() == 3


def test_versions_are_listed_and_filtered_for_ones_own(api, api_of, mallory, django_assert_max_num_queries):
    for number in (1, 2, 3):
        api.post(LIMITS, {"rows": [OPENAI | {"requests_per_minute": number}]})
    api.post(LIMITS, {"profile": "night", "rows": [OPENAI]})

    def found(query=""):
        answer = api.get(f"{LIMITS}{query}").json()
        return [(each["profile"], each["version"]) for each in answer["profiles"]], answer["next"]

    with django_assert_max_num_queries(4):  # key, rows, count, rows of the versions
        assert found()[0] == [("night", 1), ("", 3), ("", 2), ("", 1)]
    assert found("?current=true")[0] == [("night", 1), ("", 3)]
    assert found("?profile=NIGHT")[0] == [("night", 1)]
    page, following = found("?limit=2")
    assert page + found(f"?limit=2&cursor={following}")[0] == found()[0]
    assert api_of(mallory).get(LIMITS).json()["profiles"] == []


BAD = [
    ({}, "invalid_input"),
    ({"rows": []}, "invalid_input"),
    ({"rows": {}}, "invalid_input"),
    ({"rows": [OPENAI, 7]}, "invalid_input"),
    ({"rows": [OPENAI, OPENAI]}, "repeated_row"),
    ({"rows": [OPENAI | {"tokens": 1}]}, "invalid_input"),
    ({"rows": [OPENAI | {"requests_per_minute": 0}]}, "invalid_limits"),
    ({"rows": [OPENAI | {"requests_per_minute": 10**30}]}, "invalid_limits"),
    ({"rows": [OPENAI | {"requests_per_minute": 1.5}]}, "invalid_input"),
    ({"rows": [{"provider": "a b"}]}, "invalid_limits"),
    ({"rows": [{"model": "gpt-4o"}]}, "invalid_input"),
    ({"rows": [OPENAI], "profile": "a\0b"}, "bad_json"),
    ({"rows": [OPENAI], "profile": "a\nb"}, "invalid_name"),
    ({"rows": [OPENAI], "name": "x"}, "unknown_field"),
]


def test_bad_profiles_are_refused(api):
    met = [(body, api.post(LIMITS, body)) for body, _code in BAD]
    second = api.post(LIMITS, {"rows": [OPENAI, {"provider": 7}]}).json()["error"]

    assert [(body, answer.json()["error"]["code"]) for body, answer in met] == BAD
    assert second["message"] == "rows: 1: provider: Must be a text, met int."
    assert not RateLimitProfile.objects.exists()

"""The page of limits and budget: versions of profiles, a form with its mistakes, and what a month may cost."""

from decimal import Decimal

import pytest
from django.urls import reverse

from reviews.engine.limits.actions import rate_limits
from reviews.models import Budget, RateLimitProfile
from tests.reviews.machine import make_run, play, saying, work_once
from tests.statements import at_most

URL = reverse("reviews:rate_limits")
NEW = reverse("reviews:rate_limits_new")
BUDGET = reverse("reviews:rate_limits_budget")
OPENAI = {"provider": "openai", "requests_per_minute": 500}


@pytest.fixture
def client(bob, client_of):
    return client_of(bob)


def set_profile(member, *rows, name=""):
    rate_limits.set_profile(organization=member.organization, name=name, rows=list(rows), by=member.user)


def form(*rows, name="", initial=0):
    """What the browser sends of the table, empty rows included."""
    fields = ("provider", "model", *rate_limits.LIMITS)
    sent = {f"rows-{n}-{field}": row.get(field, "") for n, row in enumerate([*rows, {}, {}]) for field in fields}
    return sent | {"name": name, "rows-TOTAL_FORMS": len(rows) + 2, "rows-INITIAL_FORMS": initial}


def test_profiles_are_shown_in_their_newest_version_and_older_ones_can_be_looked_at(client, bob):
    page = client.get(URL).content.decode()
    assert "No limits set" in page and "$0 spent this month, no limit" in page

    set_profile(bob, OPENAI)
    set_profile(bob, OPENAI | {"requests_per_minute": 700}, {"provider": "openai", "model": "gpt-4o"})
    set_profile(bob, {"provider": "gemini", "enqueued_batch_tokens": 90_000}, name="night & slow")

    page = client.get(URL).content.decode()
    assert "Standard profile" in page and "Version 2" in page and ">700<" in page and ">500<" not in page
    assert "night &amp; slow" in page and "90,000" in page and "each model" in page
    page = client.get(f"{URL}?profile=&version=1").content.decode()
    assert ">500<" in page and ">700<" not in page and "Show newest" in page
    for query in ("profile=&version=9", "profile=x&version=1", "profile=&version=-1", "version=1"):
        assert "Show newest" not in client.get(f"{URL}?{query}").content.decode(), query


def test_form_begins_with_what_stands(client, bob):
    set_profile(bob, OPENAI, name="night")

    page = client.get(f"{NEW}?profile=night").content.decode()

    assert 'value="night"' in page and 'value="openai"' in page and 'value="500"' in page


def test_next_version_is_written_without_a_row_that_was_emptied(client, bob):
    set_profile(bob, OPENAI, {"provider": "gemini", "requests_per_minute": 5})
    rows = [
        OPENAI | {"requests_per_minute": "600"},
        {},
        {"provider": "openai", "model": "gpt-4o", "enqueued_batch_tokens": "90000"},
    ]

    page = client.post(NEW, form(*rows, initial=2), follow=True).content.decode()

    assert "Version 2 is now in effect." in page and "90,000" in page
    assert set(RateLimitProfile.objects.filter(version=2).values_list("model", "requests_per_minute")) == {
        ("", 600),
        ("gpt-4o", None),
    }


def test_mistake_is_told_and_what_was_typed_kept(client):
    for rows, name, words in [
        ([OPENAI | {"requests_per_minute": "0"}], "", "greater than or equal to 1"),
        ([OPENAI | {"requests_per_minute": "many"}], "", "whole number"),
        ([OPENAI, OPENAI], "", "a second time"),
        ([], "", "at least one row"),
        ([{"requests_per_minute": "5"}], "", "provider&#x27;s name"),
        ([OPENAI | {"model": "a b"}], "", "model&#x27;s name"),
        ([OPENAI], "n" * 81, "at most 80"),
    ]:
        answer = client.post(NEW, form(*rows, name=name))

        page = answer.content.decode()
        assert answer.status_code == 422 and words in page and "Not saved yet" in page, words
        assert all(row.get("provider", "") in page for row in rows)
    assert client.post(NEW, {"name": "x"}).status_code == 422
    assert not RateLimitProfile.objects.exists()


def test_budget_is_set_and_taken_away(client, monkeypatch, bob, openai_key):
    play(monkeypatch, saying())
    work_once(make_run(bob, model="openai/gpt-4o-mini"))

    page = client.post(BUDGET, {"monthly_usd": "250"}, follow=True).content.decode()

    assert "Budget set." in page and "$0.0010 of $250.00 spent this month" in page and 'value="250"' in page
    assert Budget.objects.get().monthly_usd == Decimal(250)
    assert "Budget removed." in client.post(BUDGET, {"monthly_usd": ""}, follow=True).content.decode()


def test_wrong_budget_is_refused(client):
    for amount in ("0", "-1", "much", "NaN", "1e9", "0.00000000001"):
        answer = client.post(BUDGET, {"monthly_usd": amount})

        assert answer.status_code == 422 and "Not saved yet" in answer.content.decode(), amount
    assert not Budget.objects.exclude(monthly_usd=None).exists()


def test_many_profiles_cost_no_more_statements(client, bob):
    set_profile(bob, OPENAI)
    client.get(URL)
    for number in range(4):
        set_profile(bob, *({"provider": f"p{n}"} for n in range(5)), name=f"profile {number}")

    with at_most(9):
        assert len(client.get(URL).context["profiles"]) == 5


def test_profiles_are_changed_by_admins_and_not_shown_to_other_organizations(bob, rita, mallory, client_of):
    set_profile(bob, OPENAI, name="night")
    foreign = client_of(mallory)

    page = client_of(rita).get(URL).content.decode()

    assert "night" in page and "Set budget" not in page
    assert "night" not in foreign.get(URL).content.decode()
    assert 'value="openai"' not in foreign.get(f"{NEW}?profile=night").content.decode()

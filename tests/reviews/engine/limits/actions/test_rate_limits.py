"""Setting rate limit profiles and budgets."""

from decimal import Decimal

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput
from reviews.engine.limits.actions import profiles, rate_limits
from reviews.models import Budget, RateLimitProfile

OPENAI = {"provider": "openai", "requests_per_minute": 500, "input_tokens_per_minute": 200_000}


def set_profile(member, *rows, name=""):
    return rate_limits.set_profile(organization=member.organization, name=name, rows=list(rows), by=member.user)


def set_budget(member, amount):
    return rate_limits.set_monthly_budget(organization=member.organization, monthly_usd=amount, by=member.user)


def test_profile_is_written_as_a_version_with_who_did_it(bob):
    set_profile(bob, OPENAI, {"provider": "openai", "model": "openai/gpt-4o", "enqueued_batch_tokens": 90_000})

    assert set(RateLimitProfile.objects.values_list("provider", "model", "version", "created_by")) == {
        ("openai", "", 1, bob.user.pk),
        ("openai", "gpt-4o", 1, bob.user.pk),
    }
    event = AuditEvent.objects.get(verb="rate_limits.set")
    assert event.actor == bob.user and event.details["version"] == 1
    assert event.details["rows"][0]["requests_per_minute"] == 500


def test_change_is_a_new_version_that_replaces_the_whole_profile(bob):
    set_profile(bob, OPENAI, {"provider": "gemini", "requests_per_minute": 5})
    set_profile(bob, OPENAI, name="slow")

    set_profile(bob, OPENAI)

    profiles.forget()
    limits = profiles.limits_for(bob.organization_id, "")
    assert limits("openai", "x").version == 2 and limits("gemini", "x").requests is None
    assert RateLimitProfile.objects.get(name="slow").version == 1


def test_what_stands_already_is_not_written_again(bob):
    first = set_profile(bob, OPENAI)

    assert set_profile(bob, OPENAI) == first

    assert AuditEvent.objects.filter(verb="rate_limits.set").count() == 1


def test_change_holds_at_once_in_this_process(bob, django_capture_on_commit_callbacks):
    for requests in (500, 7):
        with django_capture_on_commit_callbacks(execute=True):
            set_profile(bob, {**OPENAI, "requests_per_minute": requests})

        assert profiles.limits_for(bob.organization_id, "")("openai", "x").requests == requests


@pytest.mark.django_db(transaction=True)
def test_two_admins_at_once_make_two_versions(bob, together):
    together(
        lambda: set_profile(bob, OPENAI),
        lambda: set_profile(bob, {"provider": "gemini", "requests_per_minute": 5}),
    )

    assert set(RateLimitProfile.objects.values_list("version", flat=True)) == {1, 2}


def test_wrong_rows_are_refused_with_what_would_be_valid(bob):
    for rows, words in [
        ([], "at least one row"),
        ("openai", "at least one row"),
        ([OPENAI] * 201, "at most 200"),
        (["openai"], "Row 1 has 'openai'"),
        ([OPENAI, {"provider": ""}], "Row 2: provider is ''"),
        ([{"provider": 3}], "provider is 3"),
        ([{**OPENAI, "model": "a b"}], "model is 'a b'"),
        ([{**OPENAI, "rpm": 5}], "Row 1 has ['rpm']. Valid: provider, model, requests_per_minute"),
        ([{**OPENAI, "requests_per_minute": 0}], "requests_per_minute is 0. Valid: a whole number from 1"),
        ([{**OPENAI, "requests_per_minute": True}], "requests_per_minute is True"),
        ([{**OPENAI, "requests_per_minute": 1.5}], "requests_per_minute is 1.5"),
        ([{**OPENAI, "enqueued_batch_tokens": 10**13}], "enqueued_batch_tokens is 10000000000000"),
        ([OPENAI, OPENAI], "Row 2 names openai a second time"),
        ([{**OPENAI, "model": "o3"}, {**OPENAI, "model": "openai/o3"}], "names openai/o3 a second time"),
    ]:
        with pytest.raises(InvalidInput) as refused:
            rate_limits.set_profile(organization=bob.organization, name="", rows=rows, by=bob.user)

        assert words in refused.value.message, (rows, words)
        assert not RateLimitProfile.objects.exists(), (rows, words)


def test_budgets_are_set_and_wrong_names_and_amounts_refused(bob):
    for name in ["x" * 81, "a\nb", "a\x00b"]:
        with pytest.raises(InvalidInput, match="The profile's name is"):
            set_profile(bob, OPENAI, name=name)

    assert set_budget(bob, "250.50").monthly_usd == Decimal("250.50")
    set_budget(bob, Decimal("250.5"))
    set_budget(bob, None)
    assert Budget.objects.get().monthly_usd is None
    events = AuditEvent.objects.filter(verb="budget.set").order_by("pk").values_list("details", flat=True)
    assert list(events) == [
        {"monthly_usd": "250.5", "before_usd": None},
        {"monthly_usd": None, "before_usd": "250.5"},
    ]

    for amount in [0, -1, "NaN", "much", True, 10**8, "0.00000000001", ""]:
        with pytest.raises(InvalidInput, match="monthly_usd is .* Valid: an amount above 0"):
            set_budget(bob, amount)

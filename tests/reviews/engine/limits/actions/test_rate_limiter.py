"""How fast models are asked: real Redis, real Postgres."""

import datetime
import time
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone
from redis import Redis

from evalhub.lib.reasons import TEXT
from reviews.engine.actions.reasons import PROBING, RATE_LIMIT
from reviews.engine.client.exchange import Usage
from reviews.engine.limits import redis_buckets
from reviews.engine.limits.actions import provider_health, rate_limiter
from reviews.engine.limits.actions.rate_limiter import CallEstimate, Grant, Refusal
from reviews.models import ProviderState
from tests.reviews.engine.limits.actions.test_profiles import make_row
from tests.statements import at_most

AWAY = "redis://127.0.0.1:1/0"
GPT = ("openai", "openai/gpt-4o")


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """Time stands still for all buckets: nothing flows in, however long a test takes."""
    script, now = redis_buckets._SCRIPT, time.monotonic()
    for moving, standing in (("redis.call('TIME')", "{'1000000', '0'}"), ("math.ceil(full * 1000) + 1000", "600000")):
        assert script.count(moving) == 1
        script = script.replace(moving, standing)
    monkeypatch.setattr(redis_buckets, "_SCRIPT", script)
    monkeypatch.setattr(rate_limiter, "time", SimpleNamespace(monotonic=lambda: now))
    redis_buckets._script.cache_clear()
    yield
    redis_buckets._script.cache_clear()


def want(organization, *, model=GPT[1], profile="", input_tokens=100, output_tokens=50):
    return CallEstimate(organization.pk, "openai", model, profile, input_tokens, output_tokens)


def granted(organization, count, **fields):
    """How many of `count` equal wants are granted."""
    return sum(isinstance(each, Grant) for each in rate_limiter.reserve([want(organization, **fields)] * count))


def make_state(**fields):
    return ProviderState.objects.create(provider=GPT[0], model=GPT[1], **fields)


def half_open():
    past = timezone.now() - datetime.timedelta(seconds=1)
    return make_state(blocked_until=past, reason_class="key_refused", reason=TEXT("No."), failures_in_a_row=1)


@override_settings(REDIS_URL=AWAY)
def test_without_limits_everything_is_granted_and_redis_is_not_asked(acme):
    with at_most(2):
        assert granted(acme, 1000) == 1000

    assert not rate_limiter._away_until


def test_requests_per_minute_are_spread_over_the_minute(acme):
    make_row(acme, requests_per_minute=60)

    answers = rate_limiter.reserve([want(acme)] * 13)

    assert [type(each) for each in answers] == [Grant] * 10 + [Refusal] * 3
    assert [each.seconds for each in answers[10:]] == pytest.approx([1.0, 2.0, 3.0])
    assert answers[10].reason == RATE_LIMIT()


@pytest.mark.parametrize("limits", [{"input_tokens_per_minute": 3000}, {"output_tokens_per_minute": 1500}])
def test_tokens_per_minute_hold_as_well(acme, limits):
    make_row(acme, **limits)

    assert granted(acme, 20) == 5


def test_models_organizations_and_profiles_have_buckets_of_their_own(acme, rival):
    for organization in (acme, rival):
        make_row(organization, requests_per_minute=30)
    make_row(acme, name="slow", requests_per_minute=12)

    assert granted(acme, 20) == 5
    assert granted(acme, 20, model="openai/o3") == 5
    assert granted(acme, 20, profile="slow") == 2
    assert granted(rival, 20) == 5


def test_whoever_goes_by_the_standard_profile_shares_its_bucket(acme):
    make_row(acme, requests_per_minute=30)
    make_row(acme, name="slow", provider="gemini", requests_per_minute=30)

    assert granted(acme, 3) == 3
    assert granted(acme, 6, profile="slow") == 2
    assert granted(acme, 6, model="gpt-4o") == 0  # the same model, named without its provider


def test_pace_of_the_provider_scales_the_limits(acme):
    make_row(acme, requests_per_minute=60)
    make_state(pace=0.5)

    assert granted(acme, 20) == 5


def test_provider_that_asks_to_slow_down_is_paced_without_limits_too(acme):
    make_state(pace=0.05)

    assert granted(acme, 200) == 50


def test_settling_gives_back_what_was_not_used(acme):
    make_row(acme, output_tokens_per_minute=6000)
    grants = rate_limiter.reserve([want(acme, output_tokens=500)] * 3)
    assert [type(each) for each in grants] == [Grant, Grant, Refusal]

    rate_limiter.correct([(grant, Usage(prompt_tokens=100, completion_tokens=100)) for grant in grants[:2]])

    assert granted(acme, 2, output_tokens=400) == 2


def test_settling_takes_what_was_used_beyond_the_estimate(acme):
    make_row(acme, output_tokens_per_minute=6000)
    grants = rate_limiter.reserve([want(acme, output_tokens=500)])

    rate_limiter.correct([(grants[0], Usage(prompt_tokens=100, completion_tokens=2000))])

    (refusal,) = rate_limiter.reserve([want(acme, output_tokens=100)])
    assert refusal.seconds == pytest.approx((2000 - 1000 + 100) / 100)


def test_request_that_was_not_sent_takes_nothing_and_one_of_unknown_usage_its_estimate(acme):
    make_row(acme, requests_per_minute=30, output_tokens_per_minute=6000)
    first, second = rate_limiter.reserve([want(acme, output_tokens=500)] * 2)

    rate_limiter.correct([(first, None), (second, Usage())])

    assert granted(acme, 2, output_tokens=500) == 1
    assert granted(acme, 20, output_tokens=0) == 3


def test_blocked_model_is_refused_until_then_with_its_reason(acme):
    until = timezone.now() + datetime.timedelta(seconds=40)
    make_state(blocked_until=until, reason_class="billing", reason=TEXT("No money."))

    blocked, other = rate_limiter.reserve([want(acme), want(acme, model="openai/o3")])

    assert 0 < blocked.seconds <= 41 and blocked.reason == TEXT("No money.")
    assert isinstance(other, Grant)


def test_one_request_tries_a_model_whose_block_has_run_out(acme):
    half_open()

    first, second = rate_limiter.reserve([want(acme)] * 2)

    assert first.is_probe and isinstance(second, Refusal)
    assert granted(acme, 5) == 0
    provider_health.note_many([(*GPT, "ok", "", None, None)])
    assert granted(acme, 5) == 5


def test_try_that_was_not_made_is_free_for_another(acme):
    half_open()
    (grant,) = rate_limiter.reserve([want(acme)])

    rate_limiter.correct([(grant, None)])

    assert rate_limiter.reserve([want(acme)])[0].is_probe


def test_try_waits_for_the_rate_limit_without_being_used_up(acme):
    make_row(acme, requests_per_minute=6)
    assert granted(acme, 1) == 1
    half_open()

    (refusal,) = rate_limiter.reserve([want(acme)])

    assert refusal.reason == RATE_LIMIT()
    assert provider_health.blocked() == {}


@pytest.mark.django_db(transaction=True)
def test_one_of_many_workers_tries(acme, together):
    make_row(acme, requests_per_minute=600)
    half_open()

    counts = together(*[lambda: granted(acme, 3)] * 4)

    assert sorted(counts) == [0, 0, 0, 1]


def test_worker_that_comes_second_to_a_try_gives_its_room_back(acme, monkeypatch):
    make_row(acme, requests_per_minute=24)
    half_open()
    read_at_once = iter([provider_health.states(), provider_health.states()])
    with monkeypatch.context() as patch:
        patch.setattr(provider_health, "states", lambda: next(read_at_once))
        first, second = rate_limiter.reserve([want(acme)]) + rate_limiter.reserve([want(acme)])

    assert first.is_probe and second.reason == PROBING()
    provider_health.note_many([(*GPT, "ok", "", None, None)])
    assert granted(acme, 10) == 3


def test_list_costs_two_statements_however_long_it_is(acme):
    make_row(acme, requests_per_minute=60_000)
    rate_limiter.reserve([want(acme)])

    with at_most(1):
        assert granted(acme, 500) == 500


def test_flush_in_the_middle_begins_anew_and_breaks_nothing(acme):
    make_row(acme, requests_per_minute=60, input_tokens_per_minute=60_000)
    grants = rate_limiter.reserve([want(acme)] * 10)
    Redis.from_url(settings.REDIS_URL).flushdb()

    rate_limiter.correct([(grant, Usage(200, 50)) for grant in grants])

    assert granted(acme, 20) == 10


def test_while_redis_is_away_each_process_paces_itself_at_a_part(acme):
    make_row(acme, requests_per_minute=120)

    with override_settings(REDIS_URL=AWAY):
        grants = [each for each in rate_limiter.reserve([want(acme)] * 100) if isinstance(each, Grant)]
        assert len(grants) == 5  # a quarter of 120 a minute, for ten seconds
        rate_limiter.correct([(each, None) for each in grants[:2]])
        assert granted(acme, 100) == 2

    assert granted(acme, 100) == 20


def test_redis_that_is_away_is_asked_again_after_some_seconds(acme):
    make_row(acme, requests_per_minute=120)
    with override_settings(REDIS_URL=AWAY):
        granted(acme, 1)
    until = rate_limiter._away_until[AWAY]
    assert until - rate_limiter.time.monotonic() == pytest.approx(rate_limiter.LOOK_AGAIN_SECONDS)

    rate_limiter._away_until[settings.REDIS_URL] = until
    assert granted(acme, 100) < 8

    rate_limiter._away_until[settings.REDIS_URL] = rate_limiter.time.monotonic()
    assert granted(acme, 100) == 20


def test_script_that_redis_refuses_does_not_stop_the_work(acme):
    make_row(acme, requests_per_minute=60)
    key = f"evalhub:{{pace}}:{acme.pk}::openai:gpt-4o"
    Redis.from_url(settings.REDIS_URL).set(key, "no hash")

    assert granted(acme, 20) == 2

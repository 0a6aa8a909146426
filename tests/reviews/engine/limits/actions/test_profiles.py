"""Which limits hold for a model."""

from reviews.engine.limits.actions import profiles
from reviews.engine.limits.actions.profiles import Limits, limits_for
from reviews.models import RateLimitProfile
from tests.statements import at_most


def make_row(organization, *, name="", version=1, provider="openai", model="", **limits):
    return RateLimitProfile.objects.create(
        organization=organization, name=name, version=version, provider=provider, model=model, **limits
    )


def test_nobody_set_limits(acme):
    assert limits_for(acme.pk, "")("openai", "gpt-4o") == Limits()


def test_model_goes_before_its_provider_as_a_whole(acme):
    make_row(acme, requests_per_minute=100, input_tokens_per_minute=5000)
    make_row(acme, model="gpt-4o", requests_per_minute=10)
    limits = limits_for(acme.pk, "")

    assert limits("openai", "gpt-4o") == Limits(requests=10, version=1)
    assert limits("openai", "openai/gpt-4o").requests == 10
    assert limits("openai", "gpt-4o-mini") == Limits(requests=100, input_tokens=5000, version=1)
    assert limits("anthropic", "claude").requests is None


def test_newest_version_counts_as_a_whole(acme):
    make_row(acme, requests_per_minute=1)
    make_row(acme, model="gpt-4o", requests_per_minute=2)
    make_row(acme, version=2, output_tokens_per_minute=3)

    assert limits_for(acme.pk, "")("openai", "gpt-4o") == Limits(output_tokens=3, version=2)


def test_profile_goes_before_the_standard_one_which_fills_in(acme):
    make_row(acme, requests_per_minute=1, enqueued_batch_tokens=7)
    make_row(acme, provider="gemini", requests_per_minute=2)
    make_row(acme, name="slow", version=4, requests_per_minute=3)
    limits = limits_for(acme.pk, "slow")

    assert limits("openai", "gpt-4o") == Limits(requests=3, profile="slow", version=4)
    assert limits("gemini", "gemini-pro") == Limits(requests=2, version=1)
    assert limits_for(acme.pk, "no such profile")("openai", "x").requests == 1


def test_limits_of_another_organization_do_not_exist(acme, rival):
    make_row(acme, requests_per_minute=1)

    assert limits_for(rival.pk, "")("openai", "gpt-4o") == Limits()


def test_read_once_in_some_seconds(acme):
    make_row(acme, requests_per_minute=1)

    with at_most(1):
        for _ in range(50):
            limits_for(acme.pk, "")

    make_row(acme, version=2, requests_per_minute=2)
    profiles.forget()
    assert limits_for(acme.pk, "")("openai", "x").requests == 2

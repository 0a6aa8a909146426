"""Keys of organizations for providers: encrypted, used before the installation's, tested, never shown."""

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings

from evalhub.lib import encryption
from evalhub.lib.errors import InvalidInput
from reviews.engine.actions import provider_keys
from reviews.engine.client import completion
from reviews.engine.client.endpoints import resolve, using
from reviews.engine.client.exchange import BLOCKED, OK, Outcome, Usage
from reviews.engine.client.reasons import NO_KEY
from reviews.engine.limits.actions.provider_health import Block
from reviews.engine.models import ProviderKey
from tests import factories
from tests.reviews.machine import make_run, work_once

SECRET, MODEL = "sk-canary-7f3a9", "openai/gpt-4o-mini"


@pytest.fixture(autouse=True)
def nothing_remembered(no_keys):
    provider_keys._remembered.clear()


@pytest.fixture
def key(acme, bob):
    return provider_keys.set_key(organization=acme, provider="openai", key=f" {SECRET} ", by=bob.user)


def test_a_key_is_stored_encrypted_and_noted_without_it(key):
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(k)::text FROM reviews_providerkey k")
        (row,) = cursor.fetchone()

    assert SECRET not in row and encryption.decrypt(key.encrypted) == SECRET
    assert SECRET not in repr(vars(key))
    assert factories.audit_events("provider_key.set")[0].details == {"provider": "openai", "replaced": False}


def test_an_organization_is_asked_for_with_its_own_key_alone(key, acme, rival, no_keys):
    no_keys.setenv("OPENAI_API_KEY", "sk-of-the-installation")

    with using(provider_keys.keys_of(acme.pk)):
        own = resolve(MODEL).api_key, resolve("anthropic/claude-x").blocked_reason
    with using(provider_keys.keys_of(rival.pk)):
        other = resolve(MODEL).api_key

    assert own[0] == SECRET and "ANTHROPIC_API_KEY" in own[1]
    assert other == resolve(MODEL).api_key == "sk-of-the-installation"


def test_a_key_that_cannot_be_read_is_not_replaced_by_another(key, acme, no_keys):
    no_keys.setenv("OPENAI_API_KEY", "sk-of-the-installation")

    with override_settings(ENCRYPTION_KEYS=["A" * 43 + "="]), using(provider_keys.keys_of(acme.pk)):
        assert "the encryption key has changed. Enter it again" in resolve(MODEL).blocked_reason
    provider_keys._remembered.clear()
    with override_settings(ENCRYPTION_KEYS=["A" * 43 + "=", *settings.ENCRYPTION_KEYS]):
        with using(provider_keys.keys_of(acme.pk)):
            assert resolve(MODEL).api_key == SECRET


@pytest.mark.parametrize("answer, state", [
    (Outcome(OK, usage=Usage(prompt_tokens=5, completion_tokens=1)), "works"),
    (Outcome(BLOCKED, error_class="key_refused", error_message=NO_KEY(model=MODEL, variables="X")), "failed"),
])  # fmt: skip
def test_a_test_sends_one_request_with_the_key(key, bob, monkeypatch, answer, state):
    sent = []
    monkeypatch.setattr(completion, "complete", lambda call: sent.append(resolve(call.model).api_key) or answer)
    provider_keys.ask_for_test(key=key, by=bob.user)

    for _twice in range(2):
        provider_keys.test(key.pk)

    key.refresh_from_db()
    assert sent == [SECRET]
    assert (key.test_state, bool(key.test_reason), key.test_model) == (state, state == "failed", MODEL)
    assert not provider_keys.KEY_TESTS.rows().exists() and key.tested_at


def test_a_new_key_forgets_the_test_of_the_former_one(key, acme, bob):
    ProviderKey.objects.update(test_state="works")

    provider_keys.set_key(organization=acme, provider="openai", key="sk-other", by=bob.user)

    found = ProviderKey.objects.get()
    assert (found.test_state, encryption.decrypt(found.encrypted)) == ("", "sk-other")


@pytest.mark.parametrize("provider, key", [("openai", " "), ("openai", "a b"), ("openai", "x" * 1001), ("openai", "ä"),
                                           ("bedrock", "x"), ("nobody", "x")])  # fmt: skip
def test_what_is_no_key_is_refused(acme, provider, key):
    with pytest.raises(InvalidInput):
        provider_keys.set_key(organization=acme, provider=provider, key=key)

    assert not ProviderKey.objects.exists()


def test_trouble_with_the_key_of_the_installation_stops_who_has_none(key, acme, rival):
    pair = ("openai", MODEL)
    for reason, stopped in (("key_refused", [False, True]), ("rate_limited", [True, True])):
        blocked = {pair: Block(None, reason, None)}
        assert [provider_keys.stops(blocked, pair, each.pk) for each in (acme, rival)] == stopped
    assert not provider_keys.stops({}, pair, acme.pk)


def test_a_run_whose_key_cannot_be_read_fails_with_the_reason(key, bob):
    blocked = {("openai", MODEL): Block(None, "not_configured", None)}
    with using(provider_keys.keys_of(bob.organization_id)):
        run = make_run(bob, model=MODEL)
    provider_keys._remembered.clear()

    with override_settings(ENCRYPTION_KEYS=["A" * 43 + "="]):
        assert not provider_keys.stops(blocked, ("openai", MODEL), bob.organization_id)
        request = work_once(run)

    assert (request.state, request.error_class) == ("failed", "not_configured")
    assert "the encryption key has changed" in str(request.error_message)

"""The page of provider keys: admins set, test and remove them; nobody reads one."""

import pytest
from django.test import override_settings

from reviews.engine import tasks
from reviews.engine.actions import provider_keys
from reviews.engine.models import EvaluationRun, ProviderKey, RunStage
from reviews.scorers.forms import offered_models
from tests import factories

PATH, SECRET = "/organization/keys/", "sk-canary-7f3a9"


@pytest.fixture(autouse=True)
def nothing_remembered(no_keys):
    provider_keys._remembered.clear()


def test_a_key_is_set_tested_and_removed(bob, client_of, monkeypatch):
    monkeypatch.setattr(tasks.test_keys, "delay_on_commit", lambda: None)
    client = client_of(bob)

    stored = client.post(PATH, {"provider": "openai", "key": SECRET}, follow=True).content.decode()
    key = ProviderKey.objects.get()
    testing = client.post(f"{PATH}{key.pk}/test/", {"model": "openai/gpt-4o"}, follow=True).content.decode()
    refused = client.post(f"{PATH}{key.pk}/test/", {"model": "gemini/gemini-x"}, follow=True).content.decode()
    removed = client.post(f"{PATH}{key.pk}/remove/", follow=True).content.decode()

    assert "The key for openai is stored." in stored and "Not tested yet" in stored
    assert "Testing" in testing and 'hx-trigger="every 2s"' in testing
    assert "does not belong to openai" in refused
    assert "No keys set" in removed and not ProviderKey.objects.exists()
    assert all(SECRET not in page for page in (stored, testing, refused, removed))


def test_a_key_that_nobody_can_read_any_more_says_so(acme, bob, client_of):
    provider_keys.set_key(organization=acme, provider="openai", key=SECRET)

    with override_settings(ENCRYPTION_KEYS=["A" * 43 + "="]):
        page = client_of(bob).get(PATH).content.decode()

    assert "The encryption key has changed. Enter the key again." in page and "Not tested yet" not in page


def test_what_is_typed_wrong_is_not_echoed(bob, client_of):
    page = client_of(bob).post(PATH, {"provider": "openai", "key": f"{SECRET} {SECRET}"})

    assert page.status_code == 422 and SECRET not in page.content.decode()


def test_only_admins_of_the_organization_reach_a_key(acme, rita, mallory, client_of):
    key = provider_keys.set_key(organization=acme, provider="openai", key=SECRET)

    assert client_of(rita).get(PATH).status_code == 403
    assert "No keys set" in client_of(mallory).get(PATH).content.decode()
    for verb in ("test", "remove"):
        assert client_of(mallory).post(f"{PATH}{key.pk}/{verb}/").status_code == 404
    assert ProviderKey.objects.count() == 1


def test_a_provider_in_use_is_listed_with_its_models_and_no_key(acme, bob, client_of):
    run = EvaluationRun.objects.create(organization=acme, kind="prompt", name="Trial")
    for place, model in enumerate(("openai/gpt-4o", "simulated-careful")):
        RunStage.objects.create(run=run, position=place, name=model, kind="prompt_trial", model=model)

    page = client_of(bob).get(PATH)

    ((provider, key, models),) = page.context["rows"]
    assert (provider, key, [line.model for line in models]) == ("openai", None, ["openai/gpt-4o"])
    assert "no own key" in page.content.decode() and "/ledger/attempts/?model=openai%2F" in page.content.decode()


def test_models_of_a_provider_are_offered_once_its_key_is_set(acme, bob, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    client, path = client_of(bob), f"/tasks/{task.pk}/models/"
    assert "openai/gpt-4o-mini" not in client.get(path).context["suggested"]

    client.post(PATH, {"provider": "openai", "key": SECRET})
    provider_keys._remembered.clear()

    assert "openai/gpt-4o-mini" in client.get(path).context["suggested"]
    assert "openai/gpt-4o-mini" not in offered_models()

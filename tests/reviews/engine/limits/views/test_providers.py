"""Whether models can be asked: what the page says of each, and trying again now."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import BLOCKED
from reviews.engine.limits.actions import profiles, rate_limits
from reviews.engine.runs.actions import controls
from reviews.models import LLMBatch, ProviderState
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.machine import failing, make_run, play, saying, work_once
from tests.statements import at_most
from tests.undoing import undone

pytestmark = pytest.mark.usefixtures("no_broker", "openai_key")
URL = reverse("reviews:providers")
RELEASE = reverse("reviews:provider_release")
MODEL = "openai/gpt-4o-mini"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(profiles, "KEPT_SECONDS", 600.0)
    profiles.forget()


def asking(bob):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "a-key")
        return make_run(bob, rows=3, model=MODEL)


def world():
    return people(run=asking)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def read(client):
    return client.get(URL).content.decode()


def note(**fields):
    """What is known of the model."""
    minutes = fields.pop("minutes", None)
    if minutes is not None:
        fields["blocked_until"] = timezone.now() + datetime.timedelta(minutes=minutes)
        fields.setdefault("reason", TEXT("The provider said <no>."))
    return ProviderState.objects.update_or_create(provider="openai", model=MODEL, defaults=fields)[0]


def test_models_of_others_are_not_shown_and_admins_retry(rita, mallory, client_of, run):
    note(minutes=10)
    foreign = client_of(mallory)

    page = read(foreign)

    assert MODEL not in page and "No models in use" in page
    assert foreign.post(RELEASE, {"model": MODEL}).status_code == 404
    assert "Retry now" not in read(client_of(rita))


def test_model_that_answers_can_be_asked_and_no_key_is_shown(bob, client_of, run, monkeypatch):
    client = client_of(bob)
    fragment = client.get(URL, headers={"HX-Request": "true"}).content.decode()
    assert "Not used yet" in fragment and "every 10s" in fragment and "<html" not in fragment
    play(monkeypatch, saying())
    work_once(run)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-7")
    monkeypatch.setenv("OPENAI_API_BASE", "http://canary.example:9")

    page = read(client)

    assert "Available" in page and "No limit set" in page
    assert "Retry now" not in page and "canary" not in page


def test_trouble_is_told(bob, client_of, run):
    cases = [
        (
            {"minutes": 10, "reason_class": "key_refused"},
            ["Unavailable", "rejected the API key", "&lt;no&gt;", "10 min"],
        ),
        ({"minutes": 10, "reason_class": "server_error", "failures_in_a_row": 12}, ["Circuit open", "<dd>12</dd>"]),
        ({"minutes": 10, "reason_class": "rate_limited"}, ["Rate limited by provider"]),
        ({"minutes": -1, "reason_class": "key_refused"}, ["Testing"]),
        ({"minutes": -1, "reason_class": "rate_limited"}, ["Available"]),
        ({"pace": 0.25}, ["Slowed down", "at 25 % of the limits"]),
    ]
    client = client_of(bob)
    for fields, words in cases:
        with undone():
            note(**fields)

            page = read(client)

            assert all(each in page for each in words), page


def test_limits_say_how_full_they_are(bob, client_of, run, monkeypatch):
    play(monkeypatch, saying())
    for _ in range(2):
        work_once(run)
    rows = [
        {"provider": "openai", "requests_per_minute": 2, "input_tokens_per_minute": 2000, "enqueued_batch_tokens": 9000}
    ]
    rate_limits.set_profile(organization=bob.organization, name="", rows=rows, by=bob.user)
    profiles.forget()
    LLMBatch.objects.create(
        run=run,
        stage=run.stages.first(),
        provider="openai",
        model=MODEL,
        n_rows=5,
        status="submitted",
        batch_ref="b",
        reserved_tokens=4500,
    )

    answer = client_of(bob).get(URL)

    (line,), page = answer.context["lines"], answer.content.decode()
    assert [(full.used, full.most) for full in line.scopes[0].full] == [(2, 2), (200, 2000), (40, None), (4500, 9000)]
    assert line.batches == 1 and "2 of 2" in page and "Full" in page and "4,500 of 9,000" in page


def test_limits_are_those_of_the_profiles_that_runs_ask_by(bob, client_of, run):
    rows = [{"provider": "openai", "requests_per_minute": 5}]
    rate_limits.set_profile(organization=bob.organization, name="night", rows=rows, by=bob.user)
    controls.set_policy(run=run, changes={"rate_limit_profile": "night"}, by=bob.user)

    page = read(client_of(bob))

    assert "Limits of the profile night, version 1" in page and "0 of 5" in page


def test_model_is_one_however_it_is_spelt(bob, client_of, run, monkeypatch):
    play(monkeypatch, saying())
    make_run(bob, model="gpt-4o-mini")
    for _ in range(4):
        work_once(run)

    (line,) = client_of(bob).get(URL).context["lines"]

    assert line.model == MODEL and line.scopes[0].full[0].used == 4 and line.state is not None


def test_calls_of_another_organization_take_no_room_here(bob, mallory, client_of, run, monkeypatch):
    play(monkeypatch, saying())
    make_run(mallory, model=MODEL)
    foreign = None
    while foreign is None or foreign.run.organization_id != mallory.organization_id:
        foreign = work_once(run)

    (line,) = client_of(mallory).get(URL).context["lines"]

    assert line.scopes[0].full[0].used == 1


def test_refused_key_is_told_and_the_model_is_tried_again_now(bob, client_of, run, monkeypatch):
    play(monkeypatch, failing(BLOCKED, "key_refused", "Incorrect API key provided: sk-…abcd"))
    work_once(run)
    client = client_of(bob)
    page = read(client)
    assert "Incorrect API key provided" in page and "Unavailable" in page and "Retry now" in page

    page = client.post(RELEASE, {"model": MODEL}, follow=True).content.decode()

    assert f"Retrying {MODEL} now." in page and ProviderState.objects.get().blocked_until is None
    assert "is already available" in client.post(RELEASE, {"model": MODEL}, follow=True).content.decode()
    for model in ("", "openai/gpt-4o"):
        assert client.post(RELEASE, {"model": model}).status_code == 404, model


def test_many_models_cost_no_more_statements(bob, client_of, run):
    task, client = run.task, client_of(bob)
    for number in range(5):
        factories.make_run(task, factories.make_llm_annotator(bob.organization, model=f"openai/model-{number}"))
    client.get(URL)

    with at_most(9):
        assert len(client.get(URL).context["lines"]) == 6

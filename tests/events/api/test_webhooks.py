"""Webhooks over the API."""

import pytest

from evalhub.events.actions import deliveries, outbox
from evalhub.events.models import WebhookDelivery, WebhookEndpoint
from evalhub.lib.encryption import decrypt
from tests.events.actions.test_outbox import emit

pytestmark = pytest.mark.django_db
WEBHOOKS = "/v1/webhooks"


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


@pytest.fixture
def made(api, receiver):
    return api.post(WEBHOOKS, {"url": receiver.url(), "event_types": ["annotation_task.completed"]}).json()


def code_of(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_a_webhook_is_made_changed_and_deleted(api, made):
    way = f"{WEBHOOKS}/{made['webhook_id']}"
    assert made["secret"] == decrypt(WebhookEndpoint.objects.get().encrypted)
    assert api.get(WEBHOOKS).json()["webhooks"] == [api.get(way).json()]
    assert "secret" not in api.get(way).json()

    changed = api.patch(way, {"description": "Night shift", "event_types": [], "is_on": False}).json()

    assert (changed["description"], changed["event_types"], changed["state"]) == ("Night shift", [], "disabled")
    assert changed["url"] == made["url"]
    assert changed["disabled_reason"] == "Turned off by an administrator."
    assert api.get(WEBHOOKS, {"state": "active,failing"}).json()["webhooks"] == []
    assert api.patch(way, {"is_on": True}).json()["state"] == "active"
    assert api.delete(way).status_code == 204
    assert api.get(way).status_code == 404


def test_a_secret_is_told_once_even_to_those_who_ask_again(api, receiver):
    body = {"url": receiver.url()}
    first = api.post(WEBHOOKS, body, Idempotency_Key="one")
    again = api.post(WEBHOOKS, body, Idempotency_Key="one")

    assert first.json()["secret"].startswith("whsec_")
    assert again.json() == first.json() | {"secret": None}
    fresh = api.post(f"{WEBHOOKS}/{first.json()['webhook_id']}/rotate").json()
    assert fresh["secret"] not in (None, first.json()["secret"])
    assert fresh["previous_secret_until"]


def test_bad_bodies_are_refused_with_what_is_valid(api, receiver):
    assert code_of(api.post(WEBHOOKS, {"url": "http://10.0.0.8/"})) == (400, "bad_address")
    assert code_of(api.post(WEBHOOKS, {})) == (400, "invalid_input")
    assert code_of(api.post(WEBHOOKS, {"url": receiver.url(), "event_types": ["webhook.test"]})) == (
        400,
        "invalid_input",
    )
    assert code_of(api.post(WEBHOOKS, {"url": None, "description": "x"})) == (400, "invalid_input")
    assert not WebhookEndpoint.objects.exists()


def test_the_secret_for_requests_has_no_address(api):
    made = api.post(WEBHOOKS, {"url": None}).json()
    way = f"{WEBHOOKS}/{made['webhook_id']}"

    assert (made["kind"], made["url"]) == ("requests", None) and made["secret"]
    assert code_of(api.post(WEBHOOKS, {"url": None})) == (409, "exists")
    assert code_of(api.patch(way, {"url": "https://example.org/"})) == (409, "no_address")
    assert code_of(api.post(f"{way}/test")) == (409, "no_address")


def test_the_log_shows_body_and_tries(api, acme, made, receiver):
    receiver.answers = [(500, {}, b"database is away")]
    way = f"{WEBHOOKS}/{made['webhook_id']}"
    event = emit(acme)
    outbox.queue()
    deliveries.send_due()

    (row,) = api.get(f"{way}/deliveries", {"state": "waiting"}).json()["deliveries"]
    found = api.get(f"{way}/deliveries/{row['delivery_id']}").json()

    assert (row["event_id"], row["status_code"], row["attempts"]) == (str(event.pk), 500, 1)
    assert row["error"] == "The receiver answered with status 500." and row["next_attempt_at"]
    assert found["body"]["data"] == {"task_id": str(acme.pk), "name": "Answers"}
    (attempt,) = found["tries"]
    assert (attempt["status_code"], attempt["answer"]) == (500, "database is away")
    assert api.get(f"{way}/deliveries", {"state": "done"}).json()["deliveries"] == []
    assert api.get(f"{way}/deliveries", {"type": "webhook.test"}).json()["deliveries"] == []


def test_a_test_and_what_failed_are_queued(api, acme, made):
    way = f"{WEBHOOKS}/{made['webhook_id']}"
    sent = api.post(f"{way}/test")
    assert (sent.status_code, sent.json()["type"], sent.json()["state"]) == (202, "webhook.test", "waiting")
    api.patch(way, {"is_on": False})
    one = f"{way}/deliveries/{sent.json()['delivery_id']}/redeliver"
    since = {"since": "2026-01-01T00:00:00Z"}
    assert code_of(api.post(one)) == code_of(api.post(f"{way}/redeliver", since)) == (409, "webhook_off")
    assert code_of(api.post(f"{way}/test")) == (409, "webhook_off")
    api.patch(way, {"is_on": True})

    assert api.post(f"{way}/redeliver", since).json() == {"deliveries": 1}
    assert api.post(one).json()["state"] == "waiting"
    WebhookDelivery.objects.update(state="running")
    assert code_of(api.post(one)) == (409, "being_sent")


def test_types_are_listed_with_examples(api):
    found = {each["type"]: each for each in api.get("/v1/event-types").json()["event_types"]}

    assert found["annotation_task.completed"]["example"].keys() == {"task_id", "name"}
    assert "webhook.test" not in found


def test_a_page_of_the_log_takes_as_many_statements_for_many_as_for_one(api, acme, made, django_assert_num_queries):
    way = f"{WEBHOOKS}/{made['webhook_id']}/deliveries"
    for _ in range(12):
        emit(acme)
    outbox.queue()
    api.get(way)

    with django_assert_num_queries(4):
        assert len(api.get(way).json()["deliveries"]) == 12


def test_others_find_nothing(api_of, made, mallory):
    assert api_of(mallory).get(WEBHOOKS).json()["webhooks"] == []

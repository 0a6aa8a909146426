"""Pages of webhooks: what they show, change and refuse."""

import pytest

from evalhub.events.actions import deliveries, outbox
from evalhub.events.models import WebhookDelivery, WebhookEndpoint
from tests.events.actions.test_outbox import emit
from tests.undoing import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def place(webhook):
    return f"/webhooks/{webhook.endpoint.pk}/"


def test_a_new_webhook_shows_its_secret_once(client, receiver):
    page = client.post("/webhooks/new/", {"url": receiver.url(), "event_types": ["annotation_task.completed"]})

    endpoint = WebhookEndpoint.objects.get()
    (secret,) = endpoint.secrets
    assert secret in page.content.decode()
    assert endpoint.event_types == ["annotation_task.completed"]
    for path in ("", "settings/"):
        assert secret not in client.get(f"/webhooks/{endpoint.pk}/{path}").content.decode()


def test_bad_fields_are_refused_beside_what_was_typed(client, receiver, subtests):
    cases = [
        ({"url": "http://10.0.0.8/"}, "not public"),
        ({"url": "ftp://example.org/"}, "neither http:// nor https://"),
        ({"url": ""}, "This field is required"),
        ({"event_types": ["webhook.test"]}, "webhook.test is not one of the available choices"),
    ]

    for fields, words in cases:
        with subtests.test(fields=fields, words=words), undone():
            page = client.post("/webhooks/new/", {"url": receiver.url()} | fields)
            assert page.status_code == 422
            assert words in page.content.decode()
            assert not WebhookEndpoint.objects.exists()


def test_address_and_events_are_changed(client, place, receiver):
    sent = {"url": receiver.url("/new"), "description": "Night", "event_types": ["annotation_task.completed"]}
    assert client.post(f"{place}settings/", sent).status_code == 302
    assert client.post(f"{place}settings/", sent | {"url": "http://10.0.0.8/"}).status_code == 422

    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.url, endpoint.description) == (receiver.url("/new"), "Night")
    form = client.get(f"{place}settings/").context["form"]
    assert form.initial["event_types"] == ["annotation_task.completed"]


def test_a_delivery_shows_body_and_tries_and_is_sent_again(client, place, acme, receiver):
    receiver.answers = [(500, {}, b"<b>database</b> is away")]
    emit(acme, name="<i>Answers</i>")
    outbox.queue()
    deliveries.send_due()
    delivery = WebhookDelivery.objects.get()

    page = client.get(f"{place}deliveries/{delivery.pk}/").content.decode()

    assert "The receiver answered with status 500." in page
    assert "&lt;b&gt;database&lt;/b&gt; is away" in page
    assert "&lt;i&gt;Answers&lt;/i&gt;" in page and "<i>Answers" not in page
    client.post(f"{place}deliveries/{delivery.pk}/redeliver/")
    deliveries.send_due(again=True)
    assert [each.attempts for each in WebhookDelivery.objects.filter(state="done")] == [2]


def test_off_on_and_what_failed_meanwhile(client, place, acme):
    emit(acme)
    outbox.queue()
    client.post(f"{place}switch/", {"to": "off"})
    page = client.get(place).content.decode()
    assert "Turned off by an administrator." in page and "Send test" not in page
    assert client.post(f"{place}switch/", {"to": "sideways"}).status_code == 400

    client.post(f"{place}switch/", {"to": "on"})
    text = client.post(f"{place}redeliver/", {"since": "2026-01-01T00:00"}, follow=True).content.decode()

    assert "1 delivery is sent again." in text
    assert WebhookDelivery.objects.get().state == "waiting"
    assert "Enter day and time" in client.post(f"{place}redeliver/", {"since": "x"}, follow=True).content.decode()


def test_a_test_leads_to_its_delivery(client, place):
    answer = client.post(f"{place}test/")

    delivery = WebhookDelivery.objects.get()
    assert answer.url == f"{place}deliveries/{delivery.pk}/"
    assert 'hx-trigger="every 2s"' in client.get(answer.url).content.decode()


def test_a_replaced_secret_is_shown_and_the_webhook_deleted(client, place, webhook):
    page = client.post(f"{place}rotate/").content.decode()

    fresh, former = WebhookEndpoint.objects.get().secrets
    assert fresh in page and former == webhook.secret and former not in page
    client.post(f"{place}delete/")
    assert not WebhookEndpoint.objects.exists()


def test_the_secret_for_requests_is_made_once(client):
    assert "Create secret" in client.get("/webhooks/requests/").content.decode()

    client.post("/webhooks/requests/")

    endpoint = WebhookEndpoint.objects.get()
    assert client.get("/webhooks/requests/").url == f"/webhooks/{endpoint.pk}/settings/"
    assert "Addresses in requests" in client.get(f"/webhooks/{endpoint.pk}/settings/").content.decode()

"""Where events go: new addresses, secrets, on and off."""

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.events.actions import outbox, webhooks
from evalhub.events.actions.webhooks import EndpointFields
from evalhub.events.models import OutboxEvent, WebhookDelivery, WebhookEndpoint
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories
from tests.events.actions.test_outbox import emit
from tests.undoing import undone

COMPLETED = "annotation_task.completed"


def test_the_secret_is_stored_encrypted_and_told_once(webhook):
    row = WebhookEndpoint.objects.get()

    assert webhook.secret.startswith("whsec_")
    assert webhook.secret not in str(WebhookEndpoint.objects.values().get())
    assert row.secrets == [webhook.secret]
    (event,) = factories.audit_events("webhook.created")
    assert event.details == {"url": row.url, "event_types": []}


def test_unusable_fields_make_nothing(bob, receiver, subtests):
    cases = [
        ({"url": "http://10.0.0.8/"}, "bad_address"),
        ({"event_types": ("task.burned",)}, "unknown_event_type"),
        ({"event_types": ("webhook.test",)}, "unknown_event_type"),
        ({"description": "x" * 201}, "description_too_long"),
    ]

    for fields, code in cases:
        with subtests.test(fields=fields, code=code), undone():
            with pytest.raises(InvalidInput) as caught:
                webhooks.create(
                    organization=bob.organization,
                    fields=EndpointFields(**{"url": receiver.url()} | fields),
                    by=bob.user,
                )
            assert caught.value.code == code
            assert not WebhookEndpoint.objects.exists() and not AuditEvent.objects.exists()


def test_an_address_is_there_once_and_there_is_a_limit(bob, mallory, make_webhook, monkeypatch):
    make_webhook(bob)
    make_webhook(mallory)
    with pytest.raises(Conflict, match="already"):
        make_webhook(bob)
    monkeypatch.setattr(webhooks, "MOST_ENDPOINTS", 1)
    with pytest.raises(Conflict, match="There are 1 webhooks"):
        make_webhook(bob, path="/other")


def test_events_are_queued_for_those_who_want_them(acme, bob, mallory, make_webhook):
    everything, some = make_webhook(bob), make_webhook(bob, COMPLETED, path="/some")
    other, off = make_webhook(bob, path="/off"), make_webhook(mallory)
    webhooks.turn_off(endpoint=other.endpoint, by=bob.user)
    event = emit(acme)

    outbox.queue()

    found = WebhookDelivery.objects.filter(event=event).values_list("endpoint", flat=True)
    assert set(found) == {everything.endpoint.pk, some.endpoint.pk}
    assert not off.endpoint.deliveries.exists()


def test_an_event_that_is_not_asked_for_is_not_queued(acme, bob, make_webhook):
    webhook = make_webhook(bob).endpoint
    WebhookEndpoint.objects.filter(pk=webhook.pk).update(event_types=["export.burned"])
    emit(acme)

    assert outbox.queue() == 1
    assert not WebhookDelivery.objects.exists()


def test_a_new_secret_leaves_the_old_one_for_a_day(webhook, bob):
    fresh = webhooks.rotate(endpoint=webhook.endpoint, by=bob.user)

    row = WebhookEndpoint.objects.get()
    assert row.secrets == [fresh.secret, webhook.secret]
    WebhookEndpoint.objects.update(previous_until=row.created_at)
    assert WebhookEndpoint.objects.get().secrets == [fresh.secret]


def test_off_fails_what_waits_and_on_begins_anew(acme, webhook, bob):
    emit(acme)
    outbox.queue()

    webhooks.turn_off(endpoint=webhook.endpoint, by=bob.user)
    webhooks.turn_off(endpoint=webhook.endpoint, by=bob.user)

    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.last_error.code) == ("failed", "endpoint_off")
    assert webhook.endpoint.state == "disabled"
    assert len(factories.audit_events("webhook.turned_off")) == 1
    with pytest.raises(Conflict, match="Turn it on first"):
        webhooks.send_test(endpoint=webhook.endpoint, by=bob.user)

    webhooks.turn_on(endpoint=webhook.endpoint, by=bob.user)

    assert webhook.endpoint.state == "active"
    assert WebhookDelivery.objects.due().count() == 0


def test_requests_have_one_secret_of_their_own(acme, bob):
    issued = webhooks.create_for_requests(organization=acme, by=bob.user)
    with pytest.raises(Conflict, match="Replace it"):
        webhooks.create_for_requests(organization=acme, by=bob.user)
    with pytest.raises(Conflict, match="no address"):
        webhooks.send_test(endpoint=issued.endpoint, by=bob.user)

    delivery = webhooks.once(event=emit(acme), url="https://hooks.example/in")

    assert (delivery.endpoint, delivery.address) == (issued.endpoint, "https://hooks.example/in")


def test_the_secret_for_requests_is_made_when_it_is_needed(acme, rival):
    first, second = webhooks.once(event=emit(acme), url="https://a.example/"), webhooks.once(event=emit(acme), url="b")
    other = webhooks.once(event=emit(rival), url="https://a.example/")

    assert first.endpoint == second.endpoint != other.endpoint
    assert WebhookDelivery.objects.due().count() == 0  # until their events are numbered
    outbox.queue()
    assert WebhookDelivery.objects.due().count() == 3


def test_deleting_takes_the_log_along_and_leaves_the_events(acme, webhook, bob):
    emit(acme)
    outbox.queue()

    webhooks.delete(endpoint=webhook.endpoint, by=bob.user)

    assert not WebhookEndpoint.objects.exists() and not WebhookDelivery.objects.exists()
    assert OutboxEvent.objects.count() == 1
    (event,) = factories.audit_events("webhook.deleted")
    assert event.actor == bob.user

"""Deliveries to a receiver of this machine: signed, tried again, sent again, at least once."""

import base64
import datetime
import hashlib
import hmac
import json
import os
import signal
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from evalhub.events.actions import deliveries, outbox, webhooks
from evalhub.events.models import OutboxEvent, WebhookDelivery, WebhookEndpoint
from evalhub.lib.errors import Conflict
from tests import factories
from tests.events.actions.test_outbox import emit


def signature_of(secret, request):
    """As a receiver computes it from what it was sent."""
    signed = f"{request.headers['webhook-id']}.{request.headers['webhook-timestamp']}.{request.body.decode()}"
    key = base64.b64decode(secret.split("_", 1)[1])
    return "v1," + base64.b64encode(hmac.new(key, signed.encode(), hashlib.sha256).digest()).decode()


def send():
    outbox.queue()
    return deliveries.send_due()


def send_again():
    """What is to be tried later, now."""
    WebhookDelivery.objects.filter(state="waiting").update(next_attempt_at=Now())
    return deliveries.send_due(again=True)


def test_an_event_arrives_signed_with_its_type_number_and_data(acme, webhook, receiver):
    event = emit(acme)

    assert send() == 1

    (request,) = receiver.received
    assert request.path == "/hooks"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["webhook-id"] == str(event.pk)
    assert request.headers["webhook-signature"] == signature_of(webhook.secret, request)
    assert abs(int(request.headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    body = json.loads(request.body)
    assert body == {
        "type": "annotation_task.completed",
        "timestamp": event.created_at.isoformat().replace("+00:00", "Z"),
        "sequence": 1,
        "data": {"task_id": str(acme.pk), "name": "Answers"},
    }
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.status_code, delivery.attempts) == ("done", 204, 1)
    assert delivery.finished_at and delivery.last_error is None
    assert send() == 0


def test_while_a_secret_is_replaced_both_sign(acme, webhook, receiver, bob):
    fresh = webhooks.rotate(endpoint=webhook.endpoint, by=bob.user)
    emit(acme)

    send()

    (request,) = receiver.received
    assert request.headers["webhook-signature"].split() == [
        signature_of(fresh.secret, request),
        signature_of(webhook.secret, request),
    ]


@pytest.mark.parametrize(
    "answer, code",
    [
        ((500, {}, b"database is away"), "webhook_refused"),
        ((302, {"location": "http://127.0.0.1:9/"}, b""), "webhook_redirected"),
        ((200, {}, b"x" * 70_000), "webhook_answer_too_long"),
        ((200, {"content-encoding": "br"}, b"x"), "webhook_answer_unreadable"),
    ],
)
def test_what_is_not_accepted_is_tried_again_with_the_same_id_and_body(acme, webhook, receiver, answer, code):
    receiver.answers = [answer]
    emit(acme)

    send()

    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.last_error.code) == ("waiting", code)
    assert 3 < (delivery.next_attempt_at - timezone.now()).total_seconds() <= 5.5
    assert WebhookEndpoint.objects.get().state == "failing"
    assert deliveries.send_due() == deliveries.send_due(again=True) == 0

    assert send_again() == 1

    first, second = receiver.received
    assert (first.body, first.headers["webhook-id"]) == (second.body, second.headers["webhook-id"])
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.status_code) == ("done", 2, 204)
    assert WebhookEndpoint.objects.get().state == "active"
    tries = list(delivery.tries_made.values_list("number", "status_code", "excerpt"))
    assert tries[1] == (2, 204, "")
    assert tries[0][2] == (answer[2].decode() if code in ("webhook_refused", "webhook_redirected") else "")


def test_retry_after_is_waited_for(acme, webhook, receiver):
    receiver.answers = [(503, {"retry-after": "120"}, b"")]
    emit(acme)

    send()

    wait = WebhookDelivery.objects.get().next_attempt_at - timezone.now()
    assert 115 < wait.total_seconds() <= 132


def test_after_the_last_try_it_has_failed(acme, webhook, receiver):
    receiver.answers = [(500, {}, b"no")] * 10
    emit(acme)
    send()

    while send_again():
        pass

    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.attempts, delivery.tries_made.count()) == ("failed", 10, 10)
    assert len(receiver.received) == 10
    assert str(delivery.last_error) == "The receiver answered with status 500."


def test_a_place_that_fails_too_long_is_turned_off(acme, webhook, receiver, settings):
    receiver.answers = [(500, {}, b"no")] * 2
    emit(acme)
    send()
    emit(acme)
    outbox.queue()
    hours = datetime.timedelta(hours=settings.WEBHOOK_DISABLE_HOURS, minutes=1)
    WebhookEndpoint.objects.update(failing_since=timezone.now() - hours)

    send_again()

    endpoint = WebhookEndpoint.objects.get()
    assert endpoint.state == "disabled"
    assert str(endpoint.disabled_reason) == "Every try of the last 72 hours failed."
    assert set(WebhookDelivery.objects.values_list("state", flat=True)) == {"failed"}
    (event,) = factories.audit_events("webhook.turned_off")
    assert event.actor is None and event.details == {"reason": "Every try of the last 72 hours failed."}


def test_a_receiver_that_is_gone_is_turned_off_at_once(acme, webhook, receiver):
    receiver.answers = [(410, {}, b"")]
    emit(acme)

    send()

    assert WebhookDelivery.objects.get().state == "failed"
    assert WebhookEndpoint.objects.get().disabled_reason.code == "webhook_gone"


def test_one_failing_place_gets_one_try_at_a_time_and_holds_up_no_other(acme, webhook, bob, make_webhook, receiver):
    for _ in range(3):
        emit(acme)
    outbox.queue()
    failing = make_webhook(bob, path="/failing").endpoint
    WebhookEndpoint.objects.filter(pk=failing.pk).update(failing_since=timezone.now())
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(organization=acme, event=event, endpoint=failing, next_attempt_at=timezone.now())
        for event in OutboxEvent.objects.all()
    )

    assert deliveries.send_due() == 3
    assert {request.path for request in receiver.received} == {"/hooks"}
    assert len(deliveries._claim(True)) == 1


def test_a_name_that_leads_inside_by_now_is_not_sent_to(acme, webhook, receiver, monkeypatch):
    monkeypatch.delenv("EVALHUB_STATIC_HOSTS")
    emit(acme)

    send()

    assert receiver.received == []
    assert WebhookDelivery.objects.get().last_error.code == "webhook_not_public"


def test_an_address_of_a_request_gets_the_event_once(acme, bob, receiver):
    issued = webhooks.create_for_requests(organization=acme, by=bob.user)
    webhooks.once(event=emit(acme), url=receiver.url("/once"))

    send()

    (request,) = receiver.received
    assert request.path == "/once"
    assert request.headers["webhook-signature"] == signature_of(issued.secret, request)


def test_a_test_goes_to_one_place(bob, webhook, make_webhook, receiver):
    make_webhook(bob, path="/other")

    webhooks.send_test(endpoint=webhook.endpoint, by=bob.user)
    send()

    (request,) = receiver.received
    assert request.path == "/hooks" and json.loads(request.body)["type"] == "webhook.test"


def test_one_or_all_that_failed_are_sent_again(acme, webhook, receiver, bob):
    receiver.answers = [(410, {}, b"")]
    emit(acme)
    send()
    delivery = WebhookDelivery.objects.get()
    delivery.endpoint.refresh_from_db()
    with pytest.raises(Conflict, match="turned off"):
        deliveries.redeliver(delivery=delivery, by=bob.user)
    webhooks.turn_on(endpoint=delivery.endpoint, by=bob.user)

    deliveries.redeliver(delivery=delivery, by=bob.user)
    assert deliveries.send_due(again=True) + deliveries.send_due() == 1
    count = deliveries.redeliver_failed(endpoint=delivery.endpoint, since=acme.created_at, by=bob.user)

    assert count == 0
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.tries) == ("done", 2, 1)
    WebhookDelivery.objects.update(state="failed", last_error=webhooks.ENDPOINT_OFF())
    later = timezone.now() + datetime.timedelta(minutes=1)
    assert deliveries.redeliver_failed(endpoint=delivery.endpoint, since=later, by=bob.user) == 0
    assert deliveries.redeliver_failed(endpoint=delivery.endpoint, since=acme.created_at, by=bob.user) == 1


def test_what_is_being_sent_is_not_sent_again(acme, webhook, bob):
    emit(acme)
    outbox.queue()
    (delivery,) = deliveries._claim(False)

    with pytest.raises(Conflict, match="just now"):
        deliveries.redeliver(delivery=delivery, by=bob.user)


def test_statements_do_not_grow_with_what_is_sent(acme, webhook, receiver, django_assert_max_num_queries):
    for _ in range(40):
        emit(acme)
    outbox.queue()

    with django_assert_max_num_queries(20):
        assert deliveries.send_due() == 40


def test_old_events_go_but_what_is_under_way_and_the_newest(acme, webhook, settings):
    for _ in range(4):
        emit(acme)
    outbox.queue()
    WebhookDelivery.objects.update(state="done")
    first, second, third, newest = OutboxEvent.objects.order_by("sequence")
    WebhookDelivery.objects.filter(event=first).update(state="waiting")
    settings.KEEP_EVENTS_DAYS = 30
    OutboxEvent.objects.exclude(pk=third.pk).update(created_at=timezone.now() - datetime.timedelta(days=31))

    assert outbox.sweep() == 1

    assert set(OutboxEvent.objects.all()) == {first, third, newest}
    assert not WebhookDelivery.objects.filter(event=second.pk).exists()


WORK = """
import django
django.setup()
from evalhub.events.actions import deliveries, outbox
outbox.queue()
deliveries.send_due()
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_was_sending_is_sent_again(receiver, make_webhook, bob):
    make_webhook(bob)
    emit(bob.organization)
    receiver.gate = threading.Event()
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    worker = subprocess.Popen([sys.executable, "-c", WORK], env=os.environ | {"DATABASE_URL": url})
    assert receiver.arrived.wait(60)

    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    receiver.gate.set()
    assert deliveries.send_due(again=True) == 0
    WebhookDelivery.objects.update(lease_until=Now() - datetime.timedelta(seconds=1))
    assert deliveries.send_due(again=True) == 1

    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"] and first.body == second.body
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.attempts, delivery.crashes) == ("done", 2, 1)

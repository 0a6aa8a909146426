"""The list of webhooks."""

from datetime import timedelta

from django.utils import timezone

from evalhub.events.actions import outbox
from evalhub.events.actions.webhooks import TURNED_OFF
from evalhub.events.models import WebhookDelivery, WebhookEndpoint
from tests.events.actions.test_outbox import emit
from tests.lists.walks import Walk, spread


def make(organization, number, **fields):
    row = {"url": f"https://example.org/hooks/{number}", "encrypted": "x"}
    return WebhookEndpoint.objects.create(organization=organization, **row | fields)


def test_rows_say_what_waits_and_what_failed(client_of, bob, mallory, acme):
    make(mallory.organization, 1)
    row = make(acme, 2, description="Night shift")
    for _ in range(3):
        emit(acme)
    outbox.queue()
    failed = WebhookDelivery.objects.first()
    WebhookDelivery.objects.filter(pk=failed.pk).update(state="failed", last_error=TURNED_OFF())

    (line,) = client_of(bob).get("/webhooks/").context["list"].lines

    assert (line.row, line.row.waiting, line.row.failed, line.row.last_sent_at) == (row, 2, 1, None)
    assert line.note == "Night shift"


def walk(organization, member):
    for number in range(7):
        make(organization, number)
    for _ in range(3):
        emit(organization)
    outbox.queue()
    states = {"state": ["failed", "failed", "done", "done"], "last_error": [TURNED_OFF()] * 4}
    ended = [timezone.now() + timedelta(hours=number) for number in range(4)]
    spread(WebhookDelivery.objects.order_by("pk"), **states, finished_at=ended)
    return Walk("/webhooks/", search="hooks/3", filter="state", value="active")

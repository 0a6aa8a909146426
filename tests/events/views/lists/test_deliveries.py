"""The log of one webhook."""

from evalhub.events.actions import outbox
from evalhub.events.models import WebhookDelivery
from tests.events.actions.test_outbox import emit
from tests.events.views.lists.test_webhooks import make
from tests.lists.walks import Walk, spread


def test_the_log_is_of_one_webhook_and_filtered(client_of, bob, acme):
    mine, other = make(acme, 1), make(acme, 2)
    emit(acme)
    outbox.queue()
    client = client_of(bob)
    (line,) = client.get(f"/webhooks/{mine.pk}/").context["list"].lines
    assert line.row == mine.deliveries.get() != other.deliveries.get()
    assert str(line.cells[0].value) == "Annotation task completed"
    assert not client.get(f"/webhooks/{mine.pk}/?state=done").context["list"].lines
    assert client.get(f"/webhooks/{mine.pk}/?type=annotation_task.completed").context["list"].lines


def walk(organization, member):
    endpoint = make(organization, 1)
    for _ in range(7):
        emit(organization)
    outbox.queue()
    spread(endpoint.deliveries.order_by("-pk"), state=["done"])
    first = WebhookDelivery.objects.filter(endpoint=endpoint).order_by("pk").first()
    return Walk(f"/webhooks/{endpoint.pk}/", search=first.event.object_id[:13], filter="state", value="waiting")

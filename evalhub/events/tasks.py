"""When events are queued and delivered, and when old ones are removed."""

from celery import shared_task
from django.db import connection

from evalhub.events.actions import deliveries, outbox
from evalhub.events.models import WebhookDelivery
from evalhub.lib import leases
from evalhub.lib.processes import stopping


@shared_task(most_at_once=1, in_blocks=True)
def deliver_due():
    """Queue what happened, and deliver it to places that answer."""
    while not stopping.requested() and outbox.queue():
        pass
    deliveries.send_due()
    connection.close()


@shared_task(most_at_once=1, in_blocks=True, due_at=leases.times(WebhookDelivery))
def deliver_again_due():
    """Try again what failed, and places that fail."""
    deliveries.send_due(again=True)
    connection.close()


def wake() -> None:
    """Have what was just queued sent, once the transaction is committed."""
    deliver_due.delay_on_commit()
    deliver_again_due.delay_on_commit()


@shared_task(in_sets=True)
def sweep_events():
    """Remove old events with their deliveries."""
    while not stopping.requested() and outbox.sweep():
        pass
    connection.close()

"""When leases end."""

from celery import shared_task
from django.db import connection

from annotations.queue.actions.leases import LEASES
from annotations.queue.models import Assignment


@shared_task(is_light=True, sweeps=[LEASES], due_at=[(Assignment.objects.holding(), "lease_until")])
def expire_leases():
    """Take back run-out leases until none is left."""
    LEASES.rounds()
    connection.close()

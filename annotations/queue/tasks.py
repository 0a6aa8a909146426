"""When leases end."""

from celery import shared_task
from django.db import connection

from annotations.queue.actions import leases
from annotations.queue.models import Assignment


@shared_task(is_light=True, due_at=[(Assignment.objects.holding(), "lease_until")])
def expire_leases():
    """Take back run-out leases until none is left."""
    while leases.expire() >= leases.EXPIRE_BATCH:
        continue
    connection.close()

"""When leases end."""

from celery import shared_task
from django.db import connection

from annotations.queue.actions import leases


@shared_task
def expire_leases():
    """Take back run-out leases until none is left."""
    while leases.expire() >= leases.EXPIRE_BATCH:
        continue
    connection.close()

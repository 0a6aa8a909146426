"""When bulk operations go on."""

from celery import shared_task
from django.db import connection

from annotations.items.actions import bulk_operations
from annotations.items.actions.bulk_operations import BULK
from annotations.items.models import BulkOperation
from evalhub.work.sweep import MORE


@shared_task(sweeps=[BULK])
def bulk_due():
    """Go on with bulk operations that are not done, one message each: a killed worker's parts are taken up here."""
    for operation in BULK.due():
        bulk_run.delay(str(operation.pk))
    connection.close()


@shared_task
def bulk_run(operation_id):
    """Work on the parts of one bulk operation that are due, and wake the next worker for the rest."""
    for operation in BulkOperation.objects.filter(pk=operation_id):
        if BULK.one(operation) is MORE:
            bulk_run.delay(operation_id)
    connection.close()


def go_on_with(operation, n_items):
    """Do a bulk operation of so many items now when that is little, else wake a worker; `bulk_due` does the rest."""
    if n_items <= bulk_operations.AT_ONCE:
        bulk_operations.run(operation=operation)
    else:
        bulk_run.delay_on_commit(str(operation.pk))

"""When files are written, and when they are removed."""

from celery import shared_task
from django.db import connection

from annotations.exports.actions import jobs


@shared_task
def export_due():
    """Write the export that waits longest, and wake the next worker for the one after it."""
    if jobs.run_next():
        export_due.delay()
    connection.close()


@shared_task
def sweep_exports():
    """Remove the files of exports that expired."""
    jobs.sweep()
    connection.close()

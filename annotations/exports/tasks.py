"""When files are written, and when they are removed."""

from celery import shared_task
from django.db import connection

from annotations.exports.actions import jobs
from annotations.exports.models import ExportJob
from evalhub.lib import leases


@shared_task(due_at=leases.times(ExportJob))
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

"""When files are written, and when they are removed."""

from celery import shared_task
from django.db import connection

from annotations.exports.actions import jobs
from annotations.exports.models import ExportJob
from evalhub.lib import file_store, leases


@shared_task(due_at=leases.times(ExportJob), sweeps=[jobs.EXPORTS])
def export_due():
    """Write the export that waits longest, and wake the next worker for the one after it."""
    if jobs.run_next():
        export_due.delay()
    connection.close()


@shared_task(sweeps=[jobs.FILES])
def sweep_exports():
    """Remove the files of exports that expired, and what killed workers left behind."""
    jobs.FILES.round()
    file_store.remove_leftovers(jobs.FOLDER, ExportJob.objects.all())
    connection.close()

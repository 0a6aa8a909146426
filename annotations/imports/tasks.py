"""When files are imported, and when they are removed."""

from celery import shared_task
from django.db import connection

from annotations.imports.actions import files, jobs
from annotations.imports.models import ImportJob
from evalhub.lib import file_store, leases


@shared_task(due_at=leases.times(ImportJob), sweeps=[jobs.IMPORTS])
def annotations_import_due():
    """Import the file that waits longest, and wake the next worker for the one after it."""
    if jobs.run_next():
        annotations_import_due.delay()
    connection.close()


@shared_task(sweeps=[files.OLD_FILES])
def sweep_imports():
    """Remove the files of imports that ended a week ago, and what killed workers left behind."""
    files.OLD_FILES.round()
    file_store.remove_leftovers(files.FOLDER, ImportJob.objects.all())
    connection.close()

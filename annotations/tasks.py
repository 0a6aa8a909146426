"""When the annotation side works by itself: items to draw, leases to end, agreement to compute, files to write."""

from celery import shared_task
from django.db import connection

from annotations.actions import bulk, carry_over, exports, import_files, imports, leases, sampling, staleness
from annotations.models import AnnotationTask, BulkOperation, SchemaVersion


@shared_task
def prepare_due():
    """See to it that items are drawn for tasks that were too large to draw in the request; one message each."""
    for task_id in AnnotationTask.objects.filter(preparation="PENDING").values_list("pk", flat=True):
        prepare.delay(str(task_id))
    connection.close()


@shared_task
def prepare(task_id):
    """Draw the items of one task; nothing when they are drawn already."""
    for task in AnnotationTask.objects.filter(pk=task_id).select_related("dataset_version"):
        sampling.draw_items(task=task)
    connection.close()


@shared_task
def expire_leases():
    """Take back run-out leases until none is left."""
    while leases.expire() >= leases.EXPIRE_BATCH:
        continue
    connection.close()


@shared_task
def agree_due():
    """Recompute where there is news, a message per task: many submissions between two ticks cost one run."""
    for task in staleness.stale_tasks():
        agree.delay(str(task.pk))
    connection.close()


@shared_task
def agree(task_id):
    """Recompute agreement and consensus of one task; nothing when they are up to date."""
    from annotations.actions import agreement  # here: the web process names this task and needs none of its arithmetic

    for task in AnnotationTask.objects.filter(pk=task_id):
        agreement.catch_up(task=task)
    connection.close()


@shared_task
def carry_due():
    """Bring answers to the form before over to the one in use, wherever some wait; one message a form."""
    for version in carry_over.waiting():
        carry.delay(version.pk)
    connection.close()


@shared_task
def carry(version_id):
    """Bring over the answers that wait for one version of a form; nothing when there are none."""
    for version in SchemaVersion.objects.filter(pk=version_id, value_map__has_key="carry"):
        carry_over.carry(version=version)
    connection.close()


@shared_task
def export_due():
    """Write the export that waits longest, and wake the next worker for the one after it."""
    if exports.run_next():
        export_due.delay()
    connection.close()


@shared_task
def sweep_exports():
    """Remove the files of exports that expired."""
    exports.sweep()
    connection.close()


@shared_task
def annotations_import_due():
    """Import the file that waits longest, and wake the next worker for the one after it."""
    if imports.run_next():
        annotations_import_due.delay()
    connection.close()


@shared_task
def sweep_imports():
    """Remove the files of imports that ended a week ago."""
    import_files.sweep()
    connection.close()


@shared_task
def bulk_due():
    """Go on with bulk operations that are not done, one message each: a killed worker's parts are taken up here."""
    for operation_id in bulk.waiting().values_list("pk", flat=True):
        bulk_run.delay(str(operation_id))
    connection.close()


@shared_task
def bulk_run(operation_id):
    """Work on the parts of one bulk operation that are due, and wake the next worker for the rest."""
    for operation in BulkOperation.objects.filter(pk=operation_id):
        if bulk.run(operation=operation):
            bulk_run.delay(operation_id)
    connection.close()


def go_on_with(operation, n_items):
    """Do a bulk operation of so many items now when that is little, else wake a worker; `bulk_due` does the rest."""
    if n_items <= bulk.AT_ONCE:
        bulk.run(operation=operation)
    else:
        bulk_run.delay_on_commit(str(operation.pk))

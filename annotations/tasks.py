"""When the annotation side works by itself: items to draw, leases to end, agreement to compute, files to write."""

from celery import shared_task
from django.db import connection

from annotations.actions import exports, leases, sampling, staleness
from annotations.models import AnnotationTask


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

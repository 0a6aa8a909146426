"""When the annotation side works by itself: items to draw, leases to end, agreement to compute, files to write."""

from celery import shared_task
from django.db import connection

from annotations.actions import agreement, exports, leases, sampling
from annotations.models import AnnotationTask, ExportJob


@shared_task
def prepare_due():
    """Draw the items of tasks that were too large to draw in the request."""
    for task in AnnotationTask.objects.filter(preparation="PENDING").select_related("dataset_version"):
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
    """Recompute agreement and consensus where there is news; many submissions between two ticks cost one run."""
    for task in agreement.stale_tasks():
        agreement.compute(task=task)
    connection.close()


@shared_task
def agree(task_id):
    """Recompute one task now, asked for by a person."""
    for task in AnnotationTask.objects.filter(pk=task_id):
        agreement.compute(task=task)
    connection.close()


@shared_task
def export_due():
    """Write every export file that waits, one after the other."""
    while job := next(iter(ExportJob.objects.claim(seconds=exports.LEASE_SECONDS)), None):
        exports.run(job=ExportJob.objects.select_related("task").get(pk=job.pk))
    connection.close()

"""When items are drawn that were too many for a request."""

from celery import shared_task
from django.db import connection

from annotations.tasks.actions import sampling
from annotations.tasks.models import AnnotationTask


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

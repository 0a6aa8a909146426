"""When items are drawn that were too many for a request."""

from celery import shared_task
from django.db import connection

from annotations.tasks.actions.sampling import ITEMS
from annotations.tasks.models import AnnotationTask


@shared_task(sweeps=[ITEMS])
def prepare_due():
    """See to it that items are drawn for tasks that were too large to draw in the request; one message each."""
    for task in ITEMS.due():
        prepare.delay(str(task.pk))
    connection.close()


@shared_task
def prepare(task_id):
    """Draw the items of one task; nothing when they are drawn already."""
    for task in AnnotationTask.objects.filter(pk=task_id).select_related("dataset_version"):
        ITEMS.one(task)
    connection.close()

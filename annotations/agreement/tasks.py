"""When agreement and consensus are computed."""

from celery import shared_task
from django.db import connection

from annotations.agreement.actions.staleness import AGREEMENT
from annotations.tasks.models import AnnotationTask


@shared_task(sweeps=[AGREEMENT])
def agree_due():
    """Recompute where there is news, a message per task: many submissions between two ticks cost one run."""
    for task in AGREEMENT.due():
        agree.delay(str(task.pk))
    connection.close()


@shared_task
def agree(task_id):
    """Recompute agreement and consensus of one task; nothing when they are up to date."""
    for task in AnnotationTask.objects.filter(pk=task_id):
        AGREEMENT.one(task)
    connection.close()

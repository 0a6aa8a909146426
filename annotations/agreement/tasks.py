"""When agreement and consensus are computed."""

from celery import shared_task
from django.db import connection

from annotations.agreement.actions import staleness
from annotations.tasks.models import AnnotationTask


@shared_task
def agree_due():
    """Recompute where there is news, a message per task: many submissions between two ticks cost one run."""
    for task in staleness.stale_tasks():
        agree.delay(str(task.pk))
    connection.close()


@shared_task
def agree(task_id):
    """Recompute agreement and consensus of one task; nothing when they are up to date."""
    from annotations.agreement.actions import snapshots  # the web process names this task without its arithmetic

    for task in AnnotationTask.objects.filter(pk=task_id):
        snapshots.catch_up(task=task)
    connection.close()

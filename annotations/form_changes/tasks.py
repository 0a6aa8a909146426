"""When answers are carried over to the next form."""

from celery import shared_task
from django.db import connection

from annotations.form_changes.actions.carry_over import CARRY_OVER
from annotations.tasks.models import SchemaVersion


@shared_task(sweeps=[CARRY_OVER])
def carry_due():
    """Bring answers to the form before over to the one in use, wherever some wait; one message a form."""
    for version in CARRY_OVER.due():
        carry.delay(version.pk)
    connection.close()


@shared_task
def carry(version_id):
    """Bring over the answers that wait for one version of a form; nothing when there are none."""
    for version in SchemaVersion.objects.select_related("task").filter(pk=version_id, value_map__has_key="carry"):
        CARRY_OVER.one(version)
    connection.close()

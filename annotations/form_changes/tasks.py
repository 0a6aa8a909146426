"""When answers are carried over to the next form."""

from celery import shared_task
from django.db import connection

from annotations.form_changes.actions import carry_over
from annotations.tasks.models import SchemaVersion


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

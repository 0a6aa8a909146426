"""When evaluations are taken further: a sweep takes every one that is due, or whose worker died."""

from celery import shared_task
from django.db import connection

from evalhub.lib import leases
from evalhub.lib.processes import stopping
from experiments.evaluations.actions import steps
from experiments.evaluations.models import Evaluation
from reviews.engine.tasks import request_due


def end_when_models_have():
    """Called whenever the engine has brought runs forward."""
    if steps.hurry():
        evaluation_due.delay()


@shared_task(most_at_once=2, due_at=leases.times(Evaluation), sweeps=[steps.EVALUATIONS])
def evaluation_due():
    """Take a step with one evaluation after the other until none is due, and wake whoever asks their models."""
    while not stopping.requested() and steps.work_next() is not None:
        request_due.delay()
    connection.close()

"""When runs of suites are looked at."""

from celery import shared_task
from django.db import connection

from evalhub.lib import leases
from evalhub.lib.processes import stopping
from experiments.benchmarks.actions import supervisor
from experiments.benchmarks.models import SuiteRun
from experiments.evaluations.tasks import evaluation_due


@shared_task(most_at_once=1, due_at=leases.times(SuiteRun), sweeps=[supervisor.SUITE_RUNS])
def advance_suite_runs():
    """Look at one run after the other until none is due, and wake whoever scores what they started."""
    while not stopping.requested() and supervisor.work_next() is not None:
        evaluation_due.delay()
    connection.close()

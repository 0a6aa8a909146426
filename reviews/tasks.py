"""When machine annotators work: a sweep finds what is due, a few threads take it one by one."""

import time

from celery import shared_task
from django.db import connection

from evalhub.lib import stopping
from reviews.actions import requests, runs
from reviews.models import LLMRequest

AT_ONCE = 4
SECONDS_PER_TASK = 60


@shared_task
def request_due():
    """Ask for items that joined since, then wake as many workers as there is work for."""
    for run in runs.due().select_related("task"):
        runs.request_items(run=run)
    waiting = LLMRequest.objects.filter(run__in=runs.due()).due().count()
    for _ in range(min(AT_ONCE, waiting)):
        work_requests.delay()


@shared_task
def work_requests():
    """Take due requests one by one for a minute; the sweep goes on after that."""
    end = time.monotonic() + SECONDS_PER_TASK
    while time.monotonic() < end and not stopping.requested():
        request = requests.claim_one()
        if request is None:
            break
        requests.work(request=request)
    connection.close()

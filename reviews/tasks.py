"""When machine annotators work: a sweep finds what is due, a few threads take it one by one."""

import time

from celery import shared_task

from evalhub.lib import stopping
from reviews.actions import requests, runs
from reviews.models import EvaluationRun, LLMRequest

AT_ONCE = 4
SECONDS_PER_TASK = 60
SWEEP_SECONDS = 15


@shared_task
def request_due():
    """Ask for items that joined since, end what was cancelled, then wake as many workers as there is work for."""
    runs.end_cancelled()
    for run in EvaluationRun.objects.due().select_related("task"):
        while runs.request_items(run=run) == runs.ITEMS_AT_ONCE:
            continue
    due = LLMRequest.objects.filter(run__in=EvaluationRun.objects.due()).due()
    free = AT_ONCE - LLMRequest.objects.at_work().count()
    for _ in range(min(free, due[:AT_ONCE].count())):
        work_requests.delay()
    requests.give_connection_back()


@shared_task(expires=SWEEP_SECONDS)
def work_requests():
    """Take due requests one by one for a minute; the sweep goes on after that. A wake-up nobody had time for ends."""
    end = time.monotonic() + SECONDS_PER_TASK
    while time.monotonic() < end and not stopping.requested():
        request = requests.claim_one()
        if request is None:
            break
        requests.work(request=request)
    requests.give_connection_back()

"""When machine annotators work and their answers are drawn for audit: sweeps find what is due."""

import time

from celery import shared_task

from evalhub.lib import stopping
from reviews.actions import audit_estimates, audit_picks, audit_sampling, requests, runs
from reviews.models import AuditDraw, EvaluationRun, LLMRequest

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


@shared_task(expires=SWEEP_SECONDS)
def audit_due():
    """Draw among new machine answers, list what deserves a look, then bring the estimated error rates up to date."""
    point = audit_picks.settled_point()
    for task in audit_sampling.due():
        while audit_sampling.draw(task=task).passed == audit_sampling.AT_ONCE:
            continue
    for task in audit_picks.due(point=point) if point else []:
        while audit_picks.refresh(task=task, point=point):
            continue
    for mark in AuditDraw.objects.select_related("task"):
        audit_estimates.keep(task=mark.task)
    requests.give_connection_back()

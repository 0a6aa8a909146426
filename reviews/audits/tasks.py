"""When machine answers are drawn for audit."""

from celery import shared_task

from reviews.audits.actions import error_rates, picks, sampling
from reviews.audits.models import AuditDraw
from reviews.engine.requests.actions import due_requests
from reviews.engine.tasks import SWEEP_SECONDS


@shared_task(expires=SWEEP_SECONDS, most_at_once=1)
def audit_due():
    """Draw among new machine answers, list what deserves a look, then bring the estimated error rates up to date."""
    point = picks.stable_point()
    for task in sampling.due():
        while sampling.draw(task=task).passed == sampling.AT_ONCE:
            continue
    for task in picks.due(point=point) if point else []:
        while picks.refresh(task=task, point=point):
            continue
    for mark in AuditDraw.objects.select_related("task"):
        error_rates.keep(task=mark.task)
    due_requests.give_connection_back()

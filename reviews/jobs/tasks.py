"""When job directories are taken in."""

from celery import shared_task

from reviews.engine.requests.actions import due_requests
from reviews.engine.tasks import SWEEP_SECONDS, request_due
from reviews.jobs.actions.inbox import INBOX


@shared_task(expires=SWEEP_SECONDS, sweeps=[INBOX])
def jobs_due():
    """Take in what lies in the watched folder, and have it reviewed."""
    if INBOX.round().done:
        request_due.delay()
    due_requests.give_connection_back()

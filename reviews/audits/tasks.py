"""When machine answers are drawn for audit."""

from celery import shared_task

from reviews.audits.actions import error_rates, picks, sampling
from reviews.engine.requests.actions import due_requests
from reviews.engine.tasks import SWEEP_SECONDS


@shared_task(expires=SWEEP_SECONDS, most_at_once=1, sweeps=[sampling.SAMPLES, picks.PICKS, error_rates.RATES])
def audit_due():
    """Draw among new machine answers, list what deserves a look, then bring the estimated error rates up to date."""
    point = picks.stable_point()
    sampling.SAMPLES.rounds()
    if point:
        while not picks.PICKS.round(lambda: picks.due(point=point)).is_over:
            continue
    error_rates.RATES.round()
    due_requests.give_connection_back()

"""When the totals of days are counted."""

from celery import shared_task

from reviews.costs.actions import daily_totals


@shared_task(sweeps=[daily_totals.DAYS])
def totals_due():
    """Count the days that are over; nothing to do but once a day."""
    daily_totals.DAYS.round()

"""When the traffic of experiments is counted."""

from celery import shared_task

from experiments.trials.actions import traffic_counts


@shared_task
def traffic_due():
    """Count units and outcomes that came since the last time."""
    traffic_counts.sweep()

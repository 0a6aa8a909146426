"""When the traffic of experiments is counted."""

from celery import shared_task

from experiments.trials.actions import bandit_shares, traffic_counts


@shared_task
def traffic_due():
    """Count units and outcomes that came since the last time, and share out the new units of bandits by them."""
    traffic_counts.sweep()
    bandit_shares.sweep()

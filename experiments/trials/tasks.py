"""When the traffic of experiments is counted."""

from celery import shared_task

from experiments.trials.actions.bandit_shares import BANDITS
from experiments.trials.actions.traffic_counts import TRAFFIC


@shared_task(sweeps=[TRAFFIC, BANDITS])
def traffic_due():
    """Count units and outcomes that came since the last time, and share out the new units of bandits by them."""
    TRAFFIC.round()
    BANDITS.round()

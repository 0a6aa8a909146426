"""When gates decide evaluations that have ended."""

from celery import shared_task

from experiments.gates.actions.gates import GATES


@shared_task(sweeps=[GATES])
def gates_due():
    """Decide evaluations that ended since, by the active gates of their dataset."""
    GATES.rounds()

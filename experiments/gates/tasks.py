"""When gates decide evaluations that have ended."""

from celery import shared_task

from experiments.gates.actions import gates


@shared_task
def gates_due():
    """Decide evaluations that ended since, by the active gates of their dataset."""
    gates.sweep()

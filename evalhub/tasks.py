"""Celery's sign of life, the sweeps that may find something, and the nightly look at the rules of the stored rows."""

import datetime
import logging

from celery import current_app, shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from annotations.queue.actions import notifications
from evalhub import queues, sweeps
from evalhub.invariants import broken
from evalhub.work import health
from evalhub.work.models import WorkFailure

DAY_SECONDS = 86_400


@shared_task(is_light=True, in_sets=True)
def beat(queue="celery"):
    """Beat sent it to this queue and a worker ran it: both live."""
    queues.note_alive(queue)
    health.note_clock()


@shared_task(in_sets=True)
def sweep():
    """Send each sweep when anything may have been missed, and look again when the next work becomes due."""
    _send(sweeps.look(current_app.tasks, within=settings.SWEEP_SECONDS))


@shared_task(in_sets=True)
def send_due(at=None):
    """Send the sweeps of what has become due by time; sent after work that may have put some off, and `at` a time."""
    _send(sweeps.look(current_app.tasks, within=settings.SWEEP_SECONDS, rounds=False))


def _send(found):
    for name in dict.fromkeys([*(settings.SWEEPS if found.is_round else ()), *found.due]):
        current_app.tasks[name].delay()
    if found.next_in is not None:
        # One message for each moment, however often it is seen.
        at = timezone.now() + datetime.timedelta(seconds=found.next_in)
        send_due.apply_async((at.isoformat(timespec="seconds"),), countdown=found.next_in)


@shared_task(in_sets=True, due_at=[(WorkFailure.objects.exclude(key=""), "next_attempt_at")])
def retry_due():
    """Have all sweeps look again: a row that failed may be tried again."""
    sweeps.forget()
    sweep.delay()


@shared_task(in_sets=True)
def note_problems():
    """Tell operators what is wrong, once a day each, and forget failures of rows that are gone."""
    WorkFailure.objects.forget_old()
    for problem in health.problems():
        if cache.add(f"problem-noted:{problem.code}", 1, DAY_SECONDS):
            notifications.tell_operators(verb="problem", text=problem.reason.english)
    connection.close()


@shared_task(in_sets=True)
def check_invariants():
    """Log every rule that stored rows break."""
    for rule in broken():
        logging.getLogger("evalhub.invariants").error("%s is broken: %s Rows: %s", rule.name, rule.rule, rule.rows)
    connection.close()

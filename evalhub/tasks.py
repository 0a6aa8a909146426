"""Celery's sign of life, and the nightly look at the rules of the stored rows."""

import logging

from celery import shared_task
from django.db import connection

from evalhub import queues
from evalhub.invariants import broken


@shared_task
def beat(queue="celery"):
    """Beat sent it to this queue and a worker ran it: both live."""
    queues.note_alive(queue)


@shared_task
def check_invariants():
    """Log every rule that stored rows break."""
    for rule in broken():
        logging.getLogger("evalhub.invariants").error("%s is broken: %s Rows: %s", rule.name, rule.rule, rule.rows)
    connection.close()

"""Celery's sign of life, and the nightly look at the rules of the stored rows."""

import logging
import time

from celery import shared_task
from django.core.cache import cache
from django.db import connection

from evalhub.invariants import broken

HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_SECONDS = 45


@shared_task
def beat():
    """Beat sent it and a worker ran it: both live."""
    cache.set(HEARTBEAT_KEY, time.time(), HEARTBEAT_SECONDS)


@shared_task
def check_invariants():
    """Log every rule that stored rows break."""
    for rule in broken():
        logging.getLogger("evalhub.invariants").error("%s is broken: %s Rows: %s", rule.name, rule.rule, rule.rows)
    connection.close()

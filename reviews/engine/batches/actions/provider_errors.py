"""What follows when a provider cannot be reached or refuses to speak about a batch: another look, later."""

import datetime
import random

from django.db.models.functions import Now
from django.utils import timezone

from reviews.engine.batches.actions import leases
from reviews.engine.batches.actions.closing import LONGEST_REASON
from reviews.engine.batches.actions.connections import adapter_of
from reviews.engine.client import backoff
from reviews.engine.client.exchange import BLOCKED, FATAL
from reviews.engine.limits.actions import provider_health

PATIENCE_SECONDS = 3600  # beyond the time in which a provider promises to end a batch
OUTAGE_SECONDS = 24 * 3600  # for which nobody may have been able to look, on either side
REFUSED_SECONDS = 300
MOST_FAILURES = 10
_NOT_DECIDED = (408, 409, 425)


def later(batch, seconds, **fields):
    """Write fields, and look at the batch again after so many seconds."""
    leases.change(batch, next_poll_at=Now() + datetime.timedelta(seconds=seconds), **fields)


def put_off(batch, error, *, least=0.0, **fields):
    """Look again after a ProviderError: as it asks, else after a wait that grows; a refused key is told to all."""
    failures = batch.failures + 1
    seconds = max(least, backoff.next_delay(failures, error.retry_after, random.SystemRandom(), most=failures + 1))
    if error.failure.status in (BLOCKED, FATAL):
        seconds = max(seconds, REFUSED_SECONDS)
    later(batch, seconds, failures=failures, reason=error.reason and error.reason.cut(LONGEST_REASON), **fields)
    if error.failure.status == BLOCKED:
        failure = error.failure
        outcome = (batch.provider, batch.model, failure.status, failure.error_class, error.reason, None)
        provider_health.note_many([outcome])


def is_hopeless(batch, error):
    """Whether asking again has no point: it failed time after time, for good or long after the window was over."""
    is_final = error.failure.status == FATAL or is_overdue(batch, more=OUTAGE_SECONDS)
    return is_final and batch.failures + 1 >= MOST_FAILURES


def is_overdue(batch, *, more=0):
    """Whether the provider should have ended the batch an hour ago and more; `more` seconds on top of that."""
    return age(batch) > adapter_of(batch.model).schedule.window + PATIENCE_SECONDS + more


def age(batch):
    """Seconds since the batch was sent."""
    return since(batch.submitted_at or batch.submitting_at)


def since(moment):
    return (timezone.now() - moment).total_seconds()


def was_not_taken(error):
    """Whether the answer to a submission says for sure that no batch was made of it."""
    code = error.status_code
    return error.failure.status == BLOCKED or (code is not None and 400 <= code < 500 and code not in _NOT_DECIDED)

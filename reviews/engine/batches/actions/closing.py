"""The end of a batch: what it holds of limits and budgets is given back, and rows that were not sent return in line."""

import datetime

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from reviews.engine.batches.actions import leases
from reviews.engine.limits.actions import budgets
from reviews.engine.models import EvaluationRun, LLMRequest
from reviews.engine.models.llm_batch import ABANDONED, RECONCILED
from reviews.engine.models.llm_request import BATCHED

LONGEST_REASON = 4000


def desired_state(run):
    """What people want of the run at this moment: run, pause or cancel."""
    return EvaluationRun.objects.values_list("desired_state", flat=True).get(pk=run.pk)


@transaction.atomic
def reconcile(batch, *, outcome=None):
    """Close a batch whose rows have all ended."""
    leases.hold(batch)
    release(batch)
    outcome = batch.outcome if outcome is None else outcome
    leases.change(batch, status=RECONCILED, next_poll_at=None, outcome=outcome)


@transaction.atomic
def abandon(batch, *, reason, seconds=0):
    """Close a batch that was never sent; its requests return in line, or end with their cancelled run."""
    give_back(batch, reason=reason, seconds=seconds)
    release(batch)
    leases.change(batch, status=ABANDONED, next_poll_at=None, reason=reason)


@transaction.atomic
def give_back(batch, *, reason, seconds=0, from_number=0):
    """Put the requests of open items back in line without counting the attempt; one statement each for all of them."""
    leases.hold(batch)
    items = batch.items.filter(status="queued", number__gte=from_number)
    requests = LLMRequest.objects.filter(pk__in=items.values("request"), state=BATCHED)
    if desired_state(batch.run) == "cancel":
        requests.update(state="cancelled", last_error=reason, finished_at=Now())
    else:
        at = Now() + datetime.timedelta(seconds=seconds)
        requests.update(state="waiting", attempts=F("attempts") - 1, next_attempt_at=at, last_error=reason)
    items.update(status="cancelled", error_code="not_sent")


def release(batch):
    """Give back what the batch holds; inside the caller's transaction, which holds the lease."""
    if batch.reserved_usd is not None:
        budgets.charge(batch.run, reserved_usd=batch.reserved_usd, spent_usd=None, reserved_at=batch.created_at)
    if batch.reserved_usd is not None or batch.reserved_tokens:
        leases.change(batch, reserved_usd=None, reserved_tokens=0)

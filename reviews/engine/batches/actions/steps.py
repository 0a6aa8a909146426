"""Provider batches from draft to reconciled, a step at a time: any worker takes the next step of any batch."""

import time

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from evalhub.lib.processes import stopping
from reviews.engine.actions import provider_keys
from reviews.engine.batches.actions import drafts, leases, polling, retries, submission
from reviews.engine.client import endpoints
from reviews.engine.models import LLMBatch
from reviews.engine.models.llm_batch import DRAFT, ENDED, SUBMITTED, SUBMITTING
from reviews.engine.requests.actions import due_requests

_STEPS = {
    DRAFT: submission.send,
    SUBMITTING: retries.recover,
    SUBMITTED: polling.poll,
    ENDED: polling.poll,
}


def is_any_due():
    """Whether `work` would find something to do; four statements."""
    _hurry_unwanted()
    return LLMBatch.objects.due().exists() or bool(drafts.stages_due())


def work():
    """`tick`, in a thread of its own."""
    try:
        tick()
    finally:
        due_requests.give_connection_back()


def tick(limit=20, *, seconds=60):
    """Form what is due, then take one step of each of at most `limit` due batches; returns how many steps.

    Safe in any number of workers, and to be killed anywhere: a batch is due again when its lease runs out. No step is
    begun after `seconds`; the last one may take two minutes more, beside what the provider needs to answer.
    """
    for stage in drafts.stages_due()[:limit]:
        drafts.form(stage)
    _hurry_unwanted()
    end, taken = time.monotonic() + seconds, 0
    while taken < limit and time.monotonic() < end and not stopping.requested():
        batch = LLMBatch.objects.claim(seconds=settings.BATCH_LEASE_SECONDS)
        if batch is None:
            break
        drive(batch)
        taken += 1
    return taken


def drive(batch):
    """One step of a batch whose lease is ours, by its status; the lease is given back after it."""
    try:
        with endpoints.using(provider_keys.keys_of(batch.run.organization_id)):
            _STEPS[batch.status](batch)
        leases.release(batch)
    except leases.Lost:
        return


def _hurry_unwanted():
    """Look at once at what people no longer want: batches of cancelled runs, and drafts of paused ones."""
    draft = Q(run__desired_state__in=["cancel", "pause"], status=DRAFT)
    sent = Q(run__desired_state="cancel", cancel_asked_at=None, failures=0)
    LLMBatch.objects.live().filter(draft | sent, next_poll_at__gt=Now()).update(next_poll_at=Now())

"""Provider batches from draft to reconciled, a step at a time: any worker takes the next step of any batch."""

import time

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy

from evalhub.lib.processes import stopping
from evalhub.work.sweep import TAKEN, Sweep
from reviews.engine.actions import provider_keys
from reviews.engine.batches.actions import drafts, leases, polling, retries, submission
from reviews.engine.client import endpoints
from reviews.engine.models import LLMBatch
from reviews.engine.models.llm_batch import DRAFT, ENDED, SUBMITTED, SUBMITTING
from reviews.engine.requests.actions import due_requests

AT_ONCE = 20
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
    DRAFTS.round(most=limit)
    _hurry_unwanted()
    end, taken = time.monotonic() + seconds, 0
    while taken < limit and time.monotonic() < end and not stopping.requested():
        last = BATCHES.round(until=end, most=limit - taken)
        taken += last.done
        if last.is_over and not last.done:
            break
    return taken


def drive(batch):
    """One step of a batch whose lease is ours, by its status; the lease is given back after it."""
    try:
        with endpoints.using(provider_keys.keys_of(batch.run.organization_id)):
            _STEPS[batch.status](batch)
        leases.release(batch)
    except leases.Lost:
        return


def _drive_if_due(batch):
    claimed = LLMBatch.objects.claim(seconds=settings.BATCH_LEASE_SECONDS, pk=batch.pk)
    if claimed is None:
        return TAKEN
    try:
        drive(claimed)
    except Exception:
        leases.release(claimed)
        raise
    return None


def _give_up(batch, reason):
    """End the requests of a batch with the reason, whatever the provider still does with it."""
    claimed = LLMBatch.objects.claim(seconds=settings.BATCH_LEASE_SECONDS, pk=batch.pk)
    if claimed is not None:
        leases.change(claimed, reason=reason)
        submission.give_up(claimed, reason)


DRAFTS = Sweep(
    "batch_drafts",
    title=gettext_lazy("New provider batches"),
    rows=drafts.stages_due,
    work=drafts.form,
    organization="run__organization_id",
    most=AT_ONCE,
)
BATCHES = Sweep(
    "batches",
    title=gettext_lazy("Provider batches"),
    rows=lambda: LLMBatch.objects.due().select_related("run").order_by("next_poll_at", "pk"),
    work=_drive_if_due,
    organization="run__organization_id",
    most=AT_ONCE,
    in_steps=True,
    give_up=_give_up,
)


def _hurry_unwanted():
    """Look at once at what people no longer want: batches of cancelled runs, and drafts of paused ones."""
    draft = Q(run__desired_state__in=["cancel", "pause"], status=DRAFT)
    sent = Q(run__desired_state="cancel", cancel_asked_at=None, failures=0)
    LLMBatch.objects.live().filter(draft | sent, next_poll_at__gt=Now()).update(next_poll_at=Now())

"""Looking after a batch at the provider: how it stands, when to look again, and its end by our wish."""

from django.db.models.functions import Now

from reviews.engine.actions.reasons import BATCH_NEVER_ENDED
from reviews.engine.batches.actions import closing, collection, leases, provider_errors, submission
from reviews.engine.batches.actions.connections import connected
from reviews.engine.batches.actions.provider_errors import later
from reviews.engine.batches.adapters.base import ENDED as HAS_ENDED
from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.client.exchange import FATAL
from reviews.engine.client.reasons import of_provider
from reviews.engine.models.llm_batch import ENDED

LONGEST_STATE = 40


def poll(batch):
    """Poll a submitted batch, or one whose results are still to be brought in, and do what follows."""
    try:
        with connected(batch.model) as adapter:
            status = adapter.poll(batch.batch_ref)
            if status.phase == HAS_ENDED:
                if batch.status != ENDED:
                    leases.change(
                        batch,
                        status=ENDED,
                        outcome=status.outcome,
                        reason=of_provider(status.reason, most=closing.LONGEST_REASON),
                        provider_state=status.phase,
                        reported_done=status.done,
                        reported_failed=status.failed,
                        ended_at=Now(),
                        failures=0,
                    )
                collection.collect(batch, adapter, status)
            elif _never_ends(batch):
                submission.give_up(batch, BATCH_NEVER_ENDED())
            else:
                if batch.cancel_asked_at is None and (
                    provider_errors.is_overdue(batch) or closing.desired_state(batch.run) == "cancel"
                ):
                    _cancel(batch, adapter)
                _poll_later(batch, adapter, status)
    except ProviderError as error:
        if provider_errors.is_hopeless(batch, error):
            submission.give_up(batch, error.reason)
        else:
            provider_errors.put_off(batch, error)


def _never_ends(batch):
    asked = batch.cancel_asked_at
    waited = asked is not None and provider_errors.since(asked) > provider_errors.PATIENCE_SECONDS
    return waited and provider_errors.is_overdue(batch)


def _cancel(batch, adapter):
    """Ask once. What had started may still finish, so the batch is looked after as before."""
    try:
        adapter.cancel(batch.batch_ref)
    except ProviderError as error:
        if error.failure.status != FATAL:  # asked again at the next look; one that has just ended refuses for good
            return
    leases.change(batch, cancel_asked_at=Now())


def _poll_later(batch, adapter, status):
    delay = adapter.schedule.delay(provider_errors.age(batch))
    if batch.cancel_asked_at is not None:
        delay = min(delay, adapter.schedule.first)
    later(
        batch,
        delay,
        provider_state=status.phase[:LONGEST_STATE],
        reported_done=status.done,
        reported_failed=status.failed,
        failures=0,
        reason=None,
    )

"""Looking after a batch at the provider: how it stands, when to look again, and its end by our wish."""

from django.db.models.functions import Now

from reviews.actions import batch_collecting, batch_ending, batch_leases, batch_sending, batch_troubles
from reviews.actions.batch_adapters import connected
from reviews.actions.batch_troubles import later
from reviews.batches.base import ENDED as HAS_ENDED
from reviews.batches.base import ProviderError
from reviews.judges.exchange import FATAL
from reviews.models.llm_batch import ENDED

NEVER_ENDED = "The provider neither ended nor cancelled this batch in its time."
LONGEST_STATE = 40


def look(batch):
    """Poll a submitted batch, or one whose results are still to be brought in, and do what follows."""
    try:
        with connected(batch.model) as adapter:
            status = adapter.poll(batch.batch_ref)
            if status.phase == HAS_ENDED:
                _note_end(batch, status)
                batch_collecting.collect(batch, adapter, status)
            elif _never_ends(batch):
                batch_sending.give_up(batch, NEVER_ENDED)
            else:
                if batch.cancel_asked_at is None and _is_unwanted(batch):
                    _cancel(batch, adapter)
                _look_again(batch, adapter, status)
    except ProviderError as error:
        if batch_troubles.is_hopeless(batch, error):
            batch_sending.give_up(batch, str(error))
        else:
            batch_troubles.put_off(batch, error)


def _never_ends(batch):
    asked = batch.cancel_asked_at
    waited = asked is not None and batch_troubles.since(asked) > batch_troubles.PATIENCE_SECONDS
    return waited and batch_troubles.is_overdue(batch)


def _is_unwanted(batch):
    return batch_troubles.is_overdue(batch) or batch_ending.wants(batch.run) == "cancel"


def _cancel(batch, adapter):
    """Ask once. What had started may still finish, so the batch is looked after as before."""
    try:
        adapter.cancel(batch.batch_ref)
    except ProviderError as error:
        if error.failure.status != FATAL:  # asked again at the next look; one that has just ended refuses for good
            return
    batch_leases.change(batch, cancel_asked_at=Now())


def _note_end(batch, status):
    if batch.status != ENDED:
        batch_leases.change(
            batch, status=ENDED, outcome=status.outcome, reason=status.reason[: batch_ending.LONGEST_REASON],
            provider_state=status.phase, reported_done=status.done, reported_failed=status.failed, ended_at=Now(),
            failures=0,
        )


def _look_again(batch, adapter, status):
    delay = adapter.schedule.delay(batch_troubles.age(batch))
    if batch.cancel_asked_at is not None:
        delay = min(delay, adapter.schedule.first)
    later(
        batch, delay, provider_state=status.phase[:LONGEST_STATE], reported_done=status.done,
        reported_failed=status.failed, failures=0, reason="",
    )

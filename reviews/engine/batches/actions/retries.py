"""A person's word about a held batch, whose submission nobody can tell the end of: its rows are to be asked again."""

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, NotFound
from reviews.engine.actions.reasons import BATCH_SENT_AGAIN
from reviews.engine.batches.actions import closing, submission
from reviews.engine.models import LLMBatch, LLMRequest
from reviews.engine.models.llm_batch import SUBMITTING
from reviews.engine.models.llm_request import BATCHED

SEND_AGAIN = "send again"


@transaction.atomic
def send_again(*, run, batch_id, by):
    """Let go of a held batch: a worker notes its rows as perhaps billed and puts them back in line. Returns the batch.

    A worker that looks at the batch at this moment may be about to find it, so nothing is taken out of its hands.
    """
    batch = run.batches.filter(pk=batch_id).first()
    if batch is None:
        raise NotFound(_("This run does not have this batch."))
    if closing.desired_state(run) == "cancel":
        raise Conflict(_("This run was cancelled. Add the model to the task again to continue."), code="cancelled")
    free = Q(lease_until=None) | Q(lease_until__lt=Now())
    held = LLMBatch.objects.filter(free, pk=batch.pk, status=SUBMITTING, provider_state=submission.HELD)
    if not held.update(provider_state=SEND_AGAIN, reason=BATCH_SENT_AGAIN(), next_poll_at=Now()):
        raise Conflict(_("This batch is not on hold, or is being checked. Reload the run."), code="not_held")
    audit.record(
        organization=run.organization,
        verb="run.batch_sent_again",
        target=run,
        details={"batch": str(batch.pk), "requests": batch.n_rows},
        by=by,
    )
    batch.refresh_from_db()
    return batch


def recover(batch):
    """The step of a batch that may have been sent: let go of it if a person has said so, else look for it."""
    if batch.provider_state != SEND_AGAIN:
        submission.recover(batch)
        return
    rows = batch.items.filter(status="queued").values("request")
    LLMRequest.objects.filter(pk__in=rows, state=BATCHED).update(attempts=0)  # a person's wish uses up no try
    submission.give_up(batch, BATCH_SENT_AGAIN().english)

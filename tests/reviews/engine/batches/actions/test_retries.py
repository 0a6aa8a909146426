"""Held batches that a person has sent again: once, marked as perhaps billed, and never while a worker looks at them."""

import datetime

import pytest
from django.utils import timezone

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, NotFound
from reviews.engine.batches.actions import retries
from reviews.engine.runs.actions import controls
from reviews.models import LLMAttempt, LLMBatch
from tests.reviews.batch_world import batched_run, formed, script, states, step, to_the_end

pytestmark = pytest.mark.usefixtures("provider")


@pytest.fixture
def held(bob, provider):
    """A batch of three rows that cannot be told from another one at the provider."""
    pair = [batched_run(bob, wire="anthropic", rows=3, max_attempts=1) for _ in range(2)]
    for run in pair:
        script(provider, lost_answer=True, seconds=3000)
        step(formed(run))
    script(provider)
    return step(pair[0].batches.get())


def send_again(batch, by):
    return retries.send_again(run=batch.run, batch_id=batch.pk, by=by.user)


def test_rows_are_asked_again_and_noted_as_perhaps_billed(bob, held):
    send_again(held, bob)
    with pytest.raises(Conflict, match="not on hold"):
        send_again(held, bob)
    event = AuditEvent.objects.get(verb="run.batch_sent_again")
    assert (event.actor, event.details) == (bob.user, {"batch": str(held.pk), "requests": 3})

    first = step(held)
    lost = LLMAttempt.objects.filter(batch_item__batch=held)
    assert (first.status, first.outcome) == ("reconciled", "failed") and "billed twice" in str(first.reason)
    assert set(lost.values_list("status", "cost_usd", "cost_status")) == {("lost", None, "unknown")}
    assert states(held.run) == ["waiting"] * 3

    held.run.requests.update(next_attempt_at=None)
    formed(held.run)
    to_the_end(held.run)
    assert states(held.run) == ["done"] * 3


def test_batch_that_is_held_no_more_or_by_a_worker_is_left_alone(bob, held):
    other = batched_run(bob, rows=2)
    draft = formed(other)

    with pytest.raises(Conflict):
        send_again(draft, bob)
    with pytest.raises(NotFound):
        retries.send_again(run=other, batch_id=held.pk, by=bob.user)
    assert set(LLMBatch.objects.values_list("provider_state", flat=True)) == {"held", ""}
    soon = timezone.now() + datetime.timedelta(minutes=1)
    LLMBatch.objects.filter(pk=held.pk).update(lease_owner="worker", lease_until=soon)
    with pytest.raises(Conflict, match="being checked"):
        send_again(held, bob)
    LLMBatch.objects.filter(pk=held.pk).update(lease_owner="", lease_until=None)
    controls.set_state(run=held.run, desired_state="cancel", by=bob.user)
    with pytest.raises(Conflict, match="cancelled"):
        send_again(held, bob)

"""Batches at the provider: looked at in its rhythm, cancelled when nobody wants them, given up when all is in vain."""

import datetime

import pytest

from reviews.engine.batches.actions import steps
from reviews.engine.batches.actions.provider_errors import MOST_FAILURES
from reviews.engine.runs.actions import controls
from reviews.models import LLMAttempt, LLMBatch
from tests.reviews.batch_world import (
    age,
    batched_run,
    formed,
    free,
    item_statuses,
    script,
    states,
    step,
    to_the_end,
    wait_of,
)
from tests.reviews.kept import kept, people

pytestmark = pytest.mark.usefixtures("provider")


def world():
    return people(run=batched_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


@pytest.fixture
def sent(bob, run, provider):
    """sent(wire, **fault) is a batch of six rows that the provider has, and that runs for an hour."""

    def make(wire="openai", **fault):
        script(provider, **{"seconds": 3000, "times": None} | fault)
        return step(formed(run if wire == "openai" else batched_run(bob, wire=wire)))

    return make


def test_running_batch_is_looked_at_in_the_rhythm_of_its_provider(sent):
    batch, first, slower = sent("gemini"), 120, 300
    assert first / 2 < wait_of(batch) <= first

    step(batch)

    assert (batch.status, batch.provider_state) == ("submitted", "running") and first / 2 < wait_of(batch) <= first
    age(batch, minutes=25)
    step(batch)
    assert slower - first / 2 < wait_of(batch) <= slower


def test_look_that_is_refused_comes_when_the_provider_asks(sent, provider):
    batch = sent("anthropic")
    script(provider, {"status": 429, "retry_after": 50, "path": "atch", "times": 1})

    step(batch)

    assert (batch.status, batch.failures) == ("submitted", 1) and 31 < wait_of(batch) < 56
    assert step(batch).failures == 0 and batch.reason is None


def test_looks_that_fail_come_ever_later(sent, provider):
    batch = sent()
    script(provider, {"status": 500, "path": "/v1/batches/", "times": None})

    waits = [wait_of(step(batch)) for _ in range(6)]

    assert batch.failures == 6 and waits[0] < 2 and 16 < waits[5] < 64
    assert states(batch.run) == ["batched"] * 6


def test_batch_that_the_provider_no_longer_knows_is_given_up_at_last(sent, provider):
    batch = sent()
    script(provider, {"status": 404, "path": "/v1/batches/", "times": None})

    for _ in range(MOST_FAILURES - 1):
        assert step(batch).status == "submitted" and wait_of(batch) > 290
    step(batch)

    assert (batch.status, batch.outcome) == ("reconciled", "failed") and item_statuses(batch) == ["missing"] * 6
    assert set(LLMAttempt.objects.values_list("status", "error_class", "cost_usd")) == {("lost", "batch_lost", None)}
    assert states(batch.run) == ["waiting"] * 6


def test_cancelled_run_ends_its_batch_and_keeps_what_came_back(bob, sent):
    batch = sent("gemini")
    controls.set_state(run=batch.run, desired_state="cancel", by=bob.user)

    to_the_end(batch.run)

    batch.refresh_from_db()
    assert batch.cancel_asked_at and batch.status == "reconciled"
    assert states(batch.run) == ["cancelled"] * 3 + ["done"] * 3
    assert item_statuses(batch) == ["ok"] * 3 + ["cancelled"] * 3
    assert LLMAttempt.objects.filter(status="ok").count() == 3


def test_cancel_that_comes_too_late_costs_no_answer(bob, sent):
    batch = sent("anthropic", cancel_ignored=True, seconds=0.0)
    controls.set_state(run=batch.run, desired_state="cancel", by=bob.user)

    to_the_end(batch.run)

    assert states(batch.run) == ["done"] * 6


def test_wish_to_cancel_is_told_at_once_and_once(bob, sent, provider):
    batch = sent(cancel_ignored=True)
    controls.set_state(run=batch.run, desired_state="cancel", by=bob.user)

    assert steps.tick(5) == 1
    free(batch)
    steps.tick(5)

    batch.refresh_from_db()
    assert provider.log()["by_path"][f"/v1/batches/{batch.batch_ref}/cancel"] == 1
    assert (batch.status, states(batch.run)) == ("submitted", ["batched"] * 6)


def test_wish_to_cancel_that_failed_is_told_again(bob, sent, provider):
    batch = sent()
    controls.set_state(run=batch.run, desired_state="cancel", by=bob.user)
    script(provider, {"status": 503, "path": "/cancel", "times": 1})

    assert step(batch).cancel_asked_at is None
    to_the_end(batch.run)

    assert states(batch.run) == ["cancelled"] * 3 + ["done"] * 3


def test_batch_that_ended_while_nobody_could_look_is_brought_in(sent, provider):
    batch = sent(seconds=0.0)
    age(batch, days=2)
    script(provider, {"status": 500, "path": "/v1/batches/", "times": 1})

    assert step(batch).status == "submitted"
    step(batch)

    assert states(batch.run) == ["done"] * 6 and batch.cancel_asked_at is None


def test_batch_that_is_stuck_is_cancelled_and_its_rows_are_asked_again(sent):
    batch = sent()
    age(batch, hours=26)

    assert step(batch).cancel_asked_at and wait_of(batch) <= 30
    step(batch)

    assert (batch.status, batch.outcome) == ("reconciled", "cancelled")
    assert states(batch.run) == ["done"] * 3 + ["waiting"] * 3


def test_batch_that_does_not_even_end_when_cancelled_is_given_up(sent):
    batch = sent(cancel_ignored=True)
    age(batch, hours=26)
    assert step(batch).status == step(batch).status == "submitted"
    LLMBatch.objects.update(cancel_asked_at=batch.cancel_asked_at - datetime.timedelta(hours=1))

    step(batch)

    assert batch.status == "reconciled" and states(batch.run) == ["waiting"] * 6
    assert set(LLMAttempt.objects.values_list("status", flat=True)) == {"lost"}


def test_paused_run_still_gets_what_it_asked(bob, sent):
    batch = sent(seconds=0.0)
    controls.set_state(run=batch.run, desired_state="pause", by=bob.user)

    to_the_end(batch.run)

    assert states(batch.run) == ["done"] * 6

"""Workers that die or stall while a batch is sent: the provider ends up with one batch, and its rows are answered."""

import pytest

from reviews.engine.batches.actions import leases, steps, submission
from reviews.engine.batches.actions.provider_errors import MOST_FAILURES
from reviews.engine.batches.adapters.openai import OpenAIBatches
from reviews.engine.runs.actions import controls
from reviews.models import LLMAttempt, LLMBatch
from tests.demo.provider.provider import let_an_hour_pass
from tests.reviews.batch_world import (
    Killed,
    age,
    at_provider,
    batched_run,
    claimed,
    formed,
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
def dying(monkeypatch):
    """dying(owner, name) makes this function kill its worker once, before it has done anything."""

    def arrange(owner, name):
        plain = getattr(owner, name)

        def die(*words, **options):
            monkeypatch.setattr(owner, name, plain)
            raise Killed

        monkeypatch.setattr(owner, name, die)

    return arrange


def test_batch_whose_name_was_never_saved_is_adopted(run, dying):
    batch = formed(run)
    dying(submission, "_note")
    with pytest.raises(Killed):
        steps.drive(claimed(batch))
    batch.refresh_from_db()
    assert (batch.status, batch.batch_ref) == ("submitting", "")
    assert LLMBatch.objects.claim(seconds=60) is None  # its lease goes on for a moment

    step(batch)

    assert batch.status == "submitted" and batch.batch_ref
    to_the_end(run)
    assert states(run) == ["done"] * 6 and len(at_provider("openai")) == 1
    assert LLMAttempt.objects.count() == 6


def test_batch_that_never_arrived_is_sent_again(run, dying):
    batch = formed(run)
    dying(OpenAIBatches, "submit")
    with pytest.raises(Killed):
        steps.drive(claimed(batch))

    step(batch)

    assert batch.status == "draft" and at_provider("openai") == []
    assert to_the_end(run)[0].submissions == 2
    assert states(run) == ["done"] * 6 and len(at_provider("openai")) == 1


def test_lost_answer_to_a_submission_is_looked_for_when_the_list_may_show_it(bob, provider):
    run = batched_run(bob, wire="anthropic")
    script(provider, lost_answer=True)

    batch = step(formed(run))

    assert batch.status == "submitting" and 0 < wait_of(batch) < 11
    to_the_end(run)
    assert states(run) == ["done"] * 6 and len(at_provider("anthropic")) == 1


def test_failing_server_is_asked_again_after_a_look_at_its_list(bob, provider):
    run = batched_run(bob, wire="gemini")
    script(provider, {"status": 500, "path": "atch", "times": 1})

    batch = step(formed(run))

    assert batch.status == "submitting"
    to_the_end(run)
    assert states(run) == ["done"] * 6 and len(at_provider("gemini")) == 1


def test_batches_that_cannot_be_told_apart_wait_until_their_rows_tell(bob, provider, monkeypatch):
    one, two = (batched_run(bob, wire="anthropic", rows=3) for _ in range(2))
    sent = []
    for run in (one, two):
        script(provider, lost_answer=True, seconds=3000)
        sent.append(step(formed(run)))

    held = [step(batch) for batch in sent]

    assert {(batch.status, batch.provider_state) for batch in held} == {("submitting", "held")}
    assert "2 batches" in str(held[0].reason) and wait_of(held[0]) > 600
    let_an_hour_pass(monkeypatch)
    to_the_end(one)
    to_the_end(two)
    assert states(one) == states(two) == ["done"] * 3 and len(at_provider("anthropic")) == 2


def test_held_batch_of_a_cancelled_run_ends_and_is_noted_as_perhaps_billed(bob, provider):
    run, other = (batched_run(bob, wire="anthropic", rows=3) for _ in range(2))
    for each in (run, other):
        script(provider, lost_answer=True, seconds=3000)
        step(formed(each))
    batch = step(run.batches.get())

    controls.set_state(run=run, desired_state="cancel", by=bob.user)
    step(batch)

    assert batch.status == "reconciled" and states(run) == ["cancelled"] * 3
    assert set(LLMAttempt.objects.filter(request__run=run).values_list("status", "cost_usd")) == {("lost", None)}


def test_provider_that_is_away_beyond_the_window_leaves_rows_that_may_be_billed(run, dying, monkeypatch):
    batch = formed(run)
    dying(submission, "_note")
    with pytest.raises(Killed):
        steps.drive(claimed(batch))
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")

    assert step(batch).status == "submitting" and batch.failures == 1
    age(batch, hours=50)
    assert step(batch).status == "submitting" and batch.failures == 2
    LLMBatch.objects.update(failures=MOST_FAILURES - 1)
    step(batch)

    assert batch.status == "reconciled" and states(run) == ["waiting"] * 6
    assert set(LLMAttempt.objects.values_list("status", "error_class")) == {("lost", "batch_lost")}


def test_stalled_worker_that_sends_after_another_cancels_its_own(run, monkeypatch, provider):
    batch = formed(run)
    script(provider, seconds=3000, times=None)
    plain = OpenAIBatches.submit

    def stall(adapter, rows, **words):
        monkeypatch.setattr(OpenAIBatches, "submit", plain)
        step(batch)  # another worker: it finds nothing,
        step(batch)  # and sends
        return plain(adapter, rows, **words)

    monkeypatch.setattr(OpenAIBatches, "submit", stall)
    steps.drive(claimed(batch))

    late, kept = at_provider("openai")
    batch.refresh_from_db()
    assert (batch.status, batch.batch_ref) == ("submitted", kept["id"])
    assert (late["status"], kept["status"]) == ("cancelled", "in_progress")


def test_worker_that_lost_its_lease_writes_nothing(run):
    batch = formed(run)
    stale = claimed(batch)
    LLMBatch.objects.update(lease_owner="another")

    steps.drive(stale)

    batch.refresh_from_db()
    assert (batch.status, batch.submissions, batch.lease_owner) == ("draft", 0, "another")
    with pytest.raises(leases.Lost):
        leases.renew(stale)

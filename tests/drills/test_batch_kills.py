"""Workers that die around a provider batch: it is sent once, and each of its rows comes in once."""

import pytest

from reviews.actions import runs
from reviews.models import LLMAttempt, LLMBatch
from tests.drills.accounts import make_run, reckon
from tests.drills.nursery import Worker, dying, stalling

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.django_db(transaction=True)]

KILLED, THROUGH = -9, 0
WIRES = ("openai", "anthropic", "gemini")
APPLYING = ("chunk", "reconciling", "results", "rows_written", "settled", "storing")


def test_batch_whose_sender_dies_is_sent_once(bob, workers, provider):
    sent = [make_run(bob, rows=4, wire=wire, min_batch_size=2) for wire in WIRES]

    died = [workers.live([dying(point)] * 3) for point in ("before_submit", "after_submit")]
    survived = workers.live(Worker(at_once=4))

    assert [each.status for ended in died for each in ended] == [KILLED] * 6
    assert [each.status for each in survived] == [THROUGH]
    for run in sent:
        assert run.batches.order_by("created_at").first().submissions == 2
        assert paid_once(run, provider) == 8
    assert_each_batch_is_known(provider)


def test_results_that_a_dead_worker_was_bringing_in_come_in_once(bob, workers, provider):
    run = make_run(bob, rows=24, min_batch_size=4)

    died = workers.live([dying(point) for point in APPLYING])
    survived = workers.live(Worker(at_once=4))

    assert sorted((each.point, each.status) for each in died) == [(point, KILLED) for point in APPLYING]
    assert [each.status for each in survived] == [THROUGH]
    assert paid_once(run, provider) == 48
    assert_each_batch_is_known(provider)


def test_pollers_at_once_bring_each_row_in_once(bob, workers, provider):
    polled = [make_run(bob, rows=8, wire=wire, min_batch_size=2) for wire in WIRES[:2]]
    provider.slow(batches=[1.0] * 4)

    ended = workers.live([Worker()] * 3)

    assert [each.status for each in ended] == [THROUGH] * 3
    assert [paid_once(run, provider) for run in polled] == [16, 16]
    assert_each_batch_is_known(provider)


def test_sender_that_wakes_up_late_takes_its_batch_back(bob, workers, provider):
    run = make_run(bob, rows=4, min_batch_size=2)
    run.stages.filter(kind="score_critic").delete()
    provider.slow(batches=[0.0, 60.0])

    ended = workers.live(stalling("before_submit"), Worker())

    assert [each.status for each in ended] == [THROUGH] * 2
    accounts = reckon(run, provider, paid_late=run.requests.values_list("pk", flat=True))
    assert [(each.request.state, each.tries) for each in accounts.values()] == [("done", ["ok"])] * 4
    kept, late = provider.created
    assert run.batches.get().batch_ref == kept.id and (kept.cancelled, late.cancelled is not None) == (None, True)


def test_batch_of_a_run_that_is_cancelled_while_its_sender_is_dead_is_cancelled_too(bob, workers, provider):
    run = make_run(bob, rows=4, min_batch_size=2)
    provider.slow(batches=[60.0])

    died = workers.live(dying("after_submit"))
    runs.set_state(run=run, desired_state="cancel", by=bob.user)
    survived = workers.live(Worker())

    assert [each.status for each in died + survived] == [KILLED, THROUGH]
    accounts = reckon(run, provider)
    asked = [each for each in accounts.values() if each.request.stage.kind == "score_gen"]
    assert sorted((each.request.state, each.paid) for each in asked) == [("cancelled", 0)] * 2 + [("done", 1)] * 2
    assert provider.created[0].cancelled is not None and len(provider.created) == 1


def paid_once(run, provider):
    """How many requests of the run were answered, each of them in one try that was paid for once."""
    accounts = reckon(run, provider)
    assert {(each.request.state, each.paid, *each.tries) for each in accounts.values()} == {("done", 1, "ok")}
    return len(accounts)


def assert_each_batch_is_known(provider):
    """Each batch that the provider was sent is one of ours, and the other way round; all rows have ended."""
    ours = dict(LLMBatch.objects.exclude(batch_ref="").values_list("batch_ref", "status"))
    assert sorted(ref.rpartition("/")[2] for ref in ours) == sorted(batch.id for batch in provider.created)
    assert set(ours.values()) == {"reconciled"}
    in_batches = LLMAttempt.objects.exclude(batch_item=None)
    assert in_batches.count() == sum(len(batch.rows) for batch in provider.created)

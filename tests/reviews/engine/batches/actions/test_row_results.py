"""Workers that die, stall or run out of time while they bring results in: each answer is stored and billed once."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.models import Annotation
from reviews.engine.batches.actions import collection, polling, row_results, steps
from reviews.engine.batches.adapters.base import Result
from reviews.engine.requests.actions import results
from reviews.models import LLMAttempt, LLMBatch, LLMBatchItem, LLMMessage, LLMPrice, RunStage, Spending
from tests.reviews.batch_world import Killed, batched_run, claimed, formed, item_statuses, script, states, step
from tests.reviews.kept import kept, people

pytestmark = pytest.mark.usefixtures("provider")


def world():
    return people(run=batched_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


@pytest.fixture
def sent(run, provider):
    """A batch of six rows, answered by the provider and not yet looked at."""
    return step(formed(run))


def stored_once(batch):
    """Whether each of the batch's rows has led to one annotation, one try and one message."""
    counts = {model.objects.count() for model in (Annotation, LLMAttempt, LLMMessage)}
    return counts == {6} and states(batch.run) == ["done"] * 6 and item_statuses(batch) == ["ok"] * 6


@pytest.mark.parametrize(("killed_at", "is_before"), [(2, True), (2, False)])
def test_worker_killed_between_two_rows_is_followed_by_another(sent, monkeypatch, killed_at, is_before):
    monkeypatch.setattr(results, "GROUP", 2)
    plain, calls = results.record_many, []

    def record_many(settled):
        calls.append(settled)
        if len(calls) == killed_at and is_before:
            raise Killed
        plain(settled)
        if len(calls) == killed_at:
            raise Killed

    monkeypatch.setattr(results, "record_many", record_many)
    with pytest.raises(Killed):
        steps.drive(claimed(sent))
    assert states(sent.run).count("done") == 2 * (killed_at - 1) and LLMAttempt.objects.count() == 6
    monkeypatch.setattr(results, "record_many", plain)

    step(sent)

    assert sent.status == "reconciled" and stored_once(sent)


def test_worker_killed_before_its_tries_are_written_is_followed_by_another(sent, monkeypatch):
    plain = row_results._write

    def die(*words):
        raise Killed

    monkeypatch.setattr(row_results, "_write", die)
    with pytest.raises(Killed):
        steps.drive(claimed(sent))
    assert not LLMAttempt.objects.exists()
    monkeypatch.setattr(row_results, "_write", plain)

    step(sent)

    assert stored_once(sent)


def test_unreadable_answer_keeps_its_verdict_through_a_kill(bob, provider, monkeypatch):
    script(provider, wrong_echo=1)
    batch = step(formed(batched_run(bob, max_attempts=5)))
    plain = results.record_many

    def die(settled):
        raise Killed

    monkeypatch.setattr(results, "record_many", die)
    with pytest.raises(Killed):
        steps.drive(claimed(batch))
    monkeypatch.setattr(results, "record_many", plain)

    step(batch)

    assert item_statuses(batch) == ["wrong_case"] + ["ok"] * 5
    assert states(batch.run) == ["done"] * 5 + ["waiting"] and LLMAttempt.objects.count() == 6


def test_rows_that_are_brought_in_twice_count_once(sent):
    batch = claimed(sent)
    polling.poll(batch)

    row_results.apply(batch, {0: Result(batch.items.get(number=0).custom_id, "error", {}, 500)})

    assert stored_once(sent)


def test_worker_that_lost_its_lease_stops_before_it_writes(sent, monkeypatch):
    plain = row_results._read

    def read(*words):
        LLMBatch.objects.update(lease_owner="another")
        return plain(*words)

    monkeypatch.setattr(row_results, "_read", read)
    steps.drive(claimed(sent))

    assert not LLMAttempt.objects.exists() and states(sent.run) == ["batched"] * 6
    assert LLMBatch.objects.get().lease_owner == "another"


def test_large_batch_is_brought_in_over_several_steps(sent, monkeypatch):
    monkeypatch.setattr(collection, "AT_ONCE", 2)
    monkeypatch.setattr(collection, "SECONDS_AT_ONCE", -1)
    monkeypatch.setattr(collection, "LEAST_SECONDS", -1)

    done = []
    for _ in range(4):
        step(sent)
        done.append((sent.status, states(sent.run).count("done")))

    assert done == [("ended", 2), ("ended", 4), ("ended", 6), ("reconciled", 6)]
    assert stored_once(sent)


def test_request_that_has_ended_otherwise_keeps_its_end(sent):
    request = sent.items.get(number=0).request
    type(request).objects.filter(pk=request.pk).update(state="cancelled")
    batch = claimed(sent)

    polling.poll(batch)

    assert item_statuses(sent) == ["cancelled"] + ["ok"] * 5
    request.refresh_from_db()
    assert request.state == "cancelled" and not request.tries.exists()


@pytest.fixture
def priced(bob, provider, monkeypatch):
    """A batch of six rows with a known price, of which each look brings in two."""
    monkeypatch.setenv("OPENAI_API_BASE", provider.url)
    rates = {"input_cost_per_token": 1e-6, "output_cost_per_token": 2e-6}
    LLMPrice.objects.create(sha256="1" * 64, model="openai/gpt-4o-mini", rates=rates, source="a list")
    run = batched_run(bob)
    RunStage.objects.filter(run=run).update(model="openai/gpt-4o-mini")
    batch = step(formed(run))
    monkeypatch.setattr(collection, "AT_ONCE", 2)
    monkeypatch.setattr(collection, "SECONDS_AT_ONCE", -1)
    monkeypatch.setattr(collection, "LEAST_SECONDS", -1)
    return batch


def test_money_that_is_held_falls_as_answers_come_in(priced):
    whole, run = priced.reserved_usd, priced.run

    held = []
    for _ in range(3):
        held.append(Spending.objects.get(run=run).reserved_usd)
        assert step(priced).reserved_usd in (None, Spending.objects.get(run=run).reserved_usd)

    assert [round(each / whole, 3) for each in held] == [1, Decimal("0.667"), Decimal("0.333")]
    assert Spending.objects.get(run=run).reserved_usd == 0
    assert LLMBatchItem.objects.filter(status="ok").count() == 6


def test_share_of_the_money_is_found_without_a_look_through_the_ledger(priced):
    batch = claimed(priced)

    with CaptureQueriesContext(connection) as captured:
        polling.poll(batch)

    counts = [query["sql"] for query in captured if "COUNT(" in query["sql"]]
    assert counts and not [sql for sql in counts if "reviews_llmattempt" in sql]

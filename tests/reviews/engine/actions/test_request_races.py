"""Two workers and one request, on real connections: leases, take-over, and what a lost lease may still write."""

import asyncio
import datetime
import threading
from decimal import Decimal

import pytest
from django.db import connection, connections
from django.utils import timezone

from annotations.models import Annotation
from evalhub import invariants
from evalhub.lib.errors import Conflict
from reviews.engine.client import completion
from reviews.engine.requests.actions import dispatcher, due_requests, results
from reviews.engine.runs.actions import controls
from reviews.engine.stages import registry
from reviews.models import LLMAttempt, LLMRequest, Spending
from tests.live import until
from tests.reviews.machine import Script, answer, make_run, outcome_of, saying, work_once

pytestmark = pytest.mark.django_db(transaction=True)


def let_the_lease_run_out():
    LLMRequest.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))


def test_two_workers_take_different_requests(bob, together):
    make_run(bob, rows=6)

    claimed = together(*[due_requests.claim_one] * 6)

    assert len({request.pk for request in claimed}) == 6


def test_one_request_is_taken_once(bob, together):
    make_run(bob, rows=1)

    claimed = together(*[due_requests.claim_one] * 4)

    assert sum(request is not None for request in claimed) == 1


def test_same_request_worked_on_twice_at_once_is_stored_once(bob, model, together):
    run = make_run(bob)
    model(saying())
    request = due_requests.claim_one()
    twin = LLMRequest.objects.select_related(*due_requests.RELATED).get(pk=request.pk)

    together(lambda: dispatcher.work(request=request), lambda: dispatcher.work(request=twin))

    assert Annotation.objects.count() == 1
    assert LLMRequest.objects.get(run=run).state == "done"


def test_slow_worker_that_lost_its_lease_writes_no_judgement_but_its_bill(bob, model):
    run = make_run(bob)
    taken_over = []

    def slow(call):
        if not taken_over:
            taken_over.append(True)
            let_the_lease_run_out()
            second = due_requests.claim_one()
            dispatcher.work(request=second)
            return outcome_of(answer(call, value="wrong"))
        return outcome_of(answer(call, value="correct"))

    model(slow)

    dispatcher.work(request=due_requests.claim_one())

    assert Annotation.objects.get().judgements.get().value == "correct"
    assert run.requests.get().state == "done"
    tries = LLMAttempt.objects.values_list("number", "status", "prompt_tokens")
    assert list(tries) == [(1, "late", 100), (2, "ok", 100)]
    assert Spending.objects.get(run=run).spent_usd == Decimal("0.002")


def test_first_worker_answers_while_the_second_is_still_asking(bob, model, together):
    """Two threads: the first is under way when the second takes over, and answers before the second does."""
    run = make_run(bob)
    is_asked, is_taken, is_told = (threading.Event() for _ in range(3))

    def first(call):
        is_asked.set()
        assert is_taken.wait(30)
        return outcome_of(answer(call, value="wrong"))

    def second(call):
        is_taken.set()
        assert is_told.wait(30)
        return outcome_of(answer(call, value="correct"))

    model(Script(first, second))

    def ask_first():
        dispatcher.work(request=due_requests.claim_one())
        is_told.set()

    def take_over():
        assert is_asked.wait(30)
        let_the_lease_run_out()
        dispatcher.work(request=due_requests.claim_one())

    assert together(ask_first, take_over) == [None, None]

    assert list(LLMAttempt.objects.values_list("number", "status")) == [(1, "late"), (2, "ok")]
    assert run.requests.get().annotation.judgements.get().value == "correct"
    assert Spending.objects.get(run=run).spent_usd == Decimal("0.002")
    assert invariants.broken() == []


def test_answer_stored_before_the_take_over_is_not_asked_again(bob, model, monkeypatch):
    """The first worker vanishes between the ledger and the result: the next one finds what was paid for."""
    run = make_run(bob)
    model(saying(value="partly"))
    with monkeypatch.context() as patch:
        patch.setattr(results, "record_many", lambda settled: None)
        dispatcher.work(request=due_requests.claim_one())
    let_the_lease_run_out()

    dispatcher.work(request=due_requests.claim_one())

    assert run.requests.get().annotation.judgements.get().value == "partly"
    assert list(LLMAttempt.objects.values_list("status", flat=True)) == ["ok"]


def test_answer_that_could_not_be_stored_is_not_asked_again_when_its_request_is_retried(bob, model, monkeypatch):
    run = make_run(bob)
    asked = model(Script(saying(value="partly")))

    def refuse(*answer):
        raise Conflict("Somebody else is at it.", code="lease_taken_over")

    with monkeypatch.context() as patch:
        patch.setattr(registry["score_gen"], "store", refuse)
        patch.setattr("reviews.engine.client.backoff.next_delay", lambda *_args, **_kw: None)
        dispatcher.work(request=due_requests.claim_one())
    assert run.requests.get().state == "failed"

    controls.retry_failed(run=run, by=bob.user)
    dispatcher.work(request=due_requests.claim_one())

    assert run.requests.get().annotation.judgements.get().value == "partly"
    assert len(asked.calls) == 1


def test_worker_killed_before_it_could_write_is_followed_by_another(bob, model):
    class Killed(BaseException):
        """Stands for kill -9: nothing after the call is done."""

    def die(call):
        raise Killed

    run = make_run(bob)
    model(Script(die, saying()))
    with pytest.raises(Killed):
        dispatcher.work(request=due_requests.claim_one())
    assert due_requests.claim_one() is None  # its lease goes on for a moment
    let_the_lease_run_out()

    dispatcher.work(request=due_requests.claim_one())

    assert Annotation.objects.count() == 1
    assert run.requests.get().state == "done"
    assert list(LLMAttempt.objects.values_list("status", flat=True)) == ["lost", "ok"]


def test_lease_is_kept_while_the_model_thinks(bob, monkeypatch, settings):
    settings.BEAT_SECONDS = 0.05
    run = make_run(bob)
    leases = []

    def think():
        let_the_lease_run_out()
        until(LLMRequest.objects.at_work().exists, "lease that was extended")
        leases.append(LLMRequest.objects.at_work().count())
        connection.close()

    async def acomplete(call):
        await asyncio.to_thread(think)
        return outcome_of(answer(call))

    monkeypatch.setattr(completion, "acomplete", acomplete)

    dispatcher.work(request=due_requests.claim_one())

    assert leases == [1]
    assert run.requests.get().state == "done"


def test_no_beat_goes_on_after_the_work(bob, model):
    make_run(bob)
    model(saying())

    dispatcher.work(request=due_requests.claim_one())

    assert not [thread for thread in threading.enumerate() if thread.name.startswith("lease of")]


def test_lease_is_short_enough_for_a_killed_worker_to_be_missed_within_a_minute():
    from django.conf import settings

    assert settings.LEASE_SECONDS + settings.SWEEP_SECONDS < 60
    assert settings.BEAT_SECONDS * 3 < settings.LEASE_SECONDS


def test_no_database_connection_is_held_while_the_model_thinks(bob, monkeypatch):
    run = make_run(bob)
    of_this_thread, open_connections = connections["default"], []

    async def acomplete(call):
        await asyncio.sleep(0.1)
        open_connections.append(of_this_thread.connection)
        return outcome_of(answer(call))

    monkeypatch.setattr(completion, "acomplete", acomplete)

    assert work_once(run).state == "done"

    assert open_connections == [None]

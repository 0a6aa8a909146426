"""Workers that die around direct calls: each question ends once, and nobody pays twice for what is in the ledger."""

import pytest

from reviews.actions import runs
from reviews.models import LLMRequest
from tests.drills.accounts import make_run, reckon
from tests.drills.nursery import Worker, dying, stalling

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.django_db(transaction=True)]

KILLED, THROUGH = -9, 0
# {where a worker dies: (tries of what it had in hand, how often each of them was paid for)}
DEATHS = {
    "claimed": (["ok"], 1),
    "reserved": (["lost", "ok"], 1),
    "answered": (["lost", "ok"], 2),
    "written": (["ok"], 1),
    "storing": (["ok"], 1),
    "settled": (["ok"], 1),
}


def test_what_a_dead_worker_had_in_hand_is_done_by_another(bob, workers, provider):
    run = make_run(bob, rows=8)

    died = workers.live([dying(point) for point in DEATHS])
    held = {each.point: held_by(each.pid) for each in died}
    survived = workers.live(Worker(at_once=4))

    assert sorted((each.point, each.status) for each in died) == [(point, KILLED) for point in sorted(DEATHS)]
    assert [each.status for each in survived] == [THROUGH]
    accounts = reckon(run, provider)
    assert {point: (accounts[pk].tries, accounts[pk].paid) for point, pk in held.items()} == DEATHS
    assert len(accounts) == 16 and {each.request.state for each in accounts.values()} == {"done"}


def test_group_of_answers_is_stored_as_a_whole_or_not_at_all(bob, workers, provider):
    run = make_run(bob, rows=6)
    provider.slow(seconds=0.3)

    ended = workers.live(dying("storing", at_once=6), Worker(at_once=6))

    assert [each.status for each in ended] == [KILLED, THROUGH]
    accounts = reckon(run, provider)
    assert {each.request.state for each in accounts.values()} == {"done"} and len(accounts) == 12


def test_request_that_five_workers_died_with_ends_with_that_reason(bob, workers, provider):
    run = make_run(bob, rows=2)
    first = run.requests.order_by("pk").first()
    LLMRequest.objects.filter(pk=first.pk).update(attempts=4)

    ended = workers.live(dying("reserved"), Worker())

    assert [each.status for each in ended] == [KILLED, THROUGH]
    accounts = reckon(run, provider)
    assert (accounts[first.pk].request.error_class, accounts[first.pk].tries) == ("worker_crash", ["lost"])
    assert sorted(each.request.state for each in accounts.values()) == ["done", "done", "failed"]


def test_run_that_is_cancelled_while_its_worker_is_dead_holds_no_money(bob, workers, provider):
    run = make_run(bob, rows=3)

    died = workers.live(dying("reserved", at_once=2))
    runs.set_state(run=run, desired_state="cancel", by=bob.user)
    survived = workers.live(Worker())

    assert [each.status for each in died + survived] == [KILLED, THROUGH]
    accounts = reckon(run, provider)
    assert [each.tries for each in accounts.values()] == [["lost"], ["lost"], []] and not provider.bill()
    assert {each.request.state for each in accounts.values()} == {"cancelled"}


def test_worker_that_wakes_up_late_adds_its_bill_and_nothing_else(bob, workers, provider):
    run = make_run(bob, rows=3)

    ended = workers.live(stalling("answered"), Worker(at_once=2))

    late = held_before(run)
    assert [each.status for each in ended] == [THROUGH, THROUGH]
    accounts = reckon(run, provider, paid_late=[late])
    assert (accounts[late].tries, accounts[late].paid) == (["late", "ok"], 2)
    assert run.task.annotations.count() == 3 and len(accounts) == 6


def test_bill_that_may_not_have_been_written_is_counted_once(bob, workers, provider):
    run = make_run(bob, rows=3)

    ended = workers.live(Worker("billed", "loses_database", at_once=3))

    assert [each.status for each in ended] == [THROUGH]
    accounts = reckon(run, provider)
    assert {(each.request.state, each.paid, *each.tries) for each in accounts.values()} == {("done", 1, "ok")}


def test_workers_at_once_ask_each_question_once(bob, workers, provider):
    run = make_run(bob, rows=12)

    ended = workers.live([Worker(at_once=4)] * 3)

    assert [each.status for each in ended] == [THROUGH] * 3
    accounts = reckon(run, provider)
    assert {(each.request.state, each.paid, *each.tries) for each in accounts.values()} == {("done", 1, "ok")}
    assert len(accounts) == 24


def held_by(pid):
    """The one request that this process was the last to take."""
    return LLMRequest.objects.get(lease_owner__contains=f":{pid}:").pk


def held_before(run):
    """The one request that was taken twice."""
    return run.requests.get(attempts=2).pk

"""Workers that die and services that go away while models are asked: each question ends once, in one paid try."""

import time
from contextlib import contextmanager

import pytest
import redis
from django.db import connection

from evalhub.invariants import broken
from reviews.engine.limits.actions import rate_limits
from reviews.engine.runs.actions import controls
from reviews.models import LLMAttempt, LLMBatch, LLMRequest
from tests import factories
from tests.drills.accounts import accounts_of, make_run, reckon
from tests.drills.nursery import Worker, dying, stalling
from tests.drills.own_services import connected_to

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.django_db(transaction=True)]

PATIENCE_SECONDS = 300
KILLED, THROUGH = -9, 0
WIRES = ("openai", "anthropic", "gemini")
APPLYING = ("chunk", "reconciling", "results", "rows_written", "settled", "storing")
FAULTS = ({"drip_ms": 1000}, {"hang": True}, {"usage": 10**15}, {"status": 429})
# {where a worker dies: (tries of what it had in hand, how often each of them was paid for)}
DEATHS = {
    "claimed": (["ok"], 1),
    "reserved": (["lost", "ok"], 1),
    "answered": (["lost", "ok"], 2),
    "written": (["ok"], 1),
    "storing": (["ok"], 1),
    "settled": (["ok"], 1),
}


@pytest.fixture
def boss(services, transactional_db):
    with connected_to(services):
        yield factories.make_member(role="admin")


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
    provider.allow(0)

    workers.begin(dying("storing", at_once=6), Worker(at_once=6))
    until(lambda: provider.waiting == 6, "six calls at once")
    provider.allow(None)
    ended = workers.ended()

    assert [each.status for each in ended] == [KILLED, THROUGH]
    accounts = reckon(run, provider)
    assert {each.request.state for each in accounts.values()} == {"done"} and len(accounts) == 12


def test_request_that_five_workers_died_with_ends_with_that_reason(bob, workers, provider):
    run = make_run(bob, rows=2)
    first = run.requests.order_by("pk").first()
    LLMRequest.objects.filter(pk=first.pk).update(attempts=4, crashes=4)

    ended = workers.live(dying("reserved"), Worker())

    assert [each.status for each in ended] == [KILLED, THROUGH]
    accounts = reckon(run, provider)
    assert (accounts[first.pk].request.error_class, accounts[first.pk].tries) == ("worker_crash", ["lost"])
    assert sorted(each.request.state for each in accounts.values()) == ["done", "done", "failed"]


def test_run_that_is_cancelled_while_its_worker_is_dead_holds_no_money(bob, workers, provider):
    run = make_run(bob, rows=3)

    died = workers.live(dying("reserved", at_once=2))
    controls.set_state(run=run, desired_state="cancel", by=bob.user)
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


def test_faulty_answers_hurt_only_themselves(bob, workers, provider):
    """Over each wire one answer drips, one never comes, one counts absurdly and one call is refused for now."""
    asked = [make_run(bob, rows=6, wire=wire) for wire in WIRES]
    provider.fail(
        *[
            fault | {"match": f"What is {number} plus {number} for {wire}?", "times": 1}
            for number, fault in enumerate(FAULTS)
            for wire in WIRES
        ]
    )

    ended = workers.live(Worker(at_once=8, call_seconds=2.0))

    assert [each.status for each in ended] == [THROUGH]
    accounts = [account for run in asked for account in accounts_of(run, provider).values()]
    assert len(accounts) == 36 and {each.request.state for each in accounts} == {"done"}
    assert sorted(tuple(each.tries) for each in accounts if len(each.tries) > 1) == [("retryable", "ok")] * 9
    assert provider.log()["requests"] == sum(len(each.tries) for each in accounts) == 45
    assert LLMAttempt.objects.filter(status="ok", cost_status="unknown").count() == 3
    assert not broken()


def test_batch_whose_sender_dies_is_sent_once(bob, workers, provider):
    sent = [make_run(bob, rows=3, wire=wire, min_batch_size=2) for wire in WIRES]

    died = [workers.live([dying(point)] * 3) for point in ("before_submit", "after_submit")]
    survived = workers.live(Worker(at_once=4))

    assert [each.status for ended in died for each in ended] == [KILLED] * 6
    assert [each.status for each in survived] == [THROUGH]
    for run in sent:
        assert run.batches.order_by("created_at").first().submissions == 2
        assert paid_once(run, provider) == 6
    assert_each_batch_is_known(provider)


def test_results_that_a_dead_worker_was_bringing_in_come_in_once(bob, workers, provider):
    run = make_run(bob, rows=18, min_batch_size=3)

    died = workers.live([dying(point) for point in APPLYING])
    survived = workers.live(Worker(at_once=4))

    assert sorted((each.point, each.status) for each in died) == [(point, KILLED) for point in APPLYING]
    assert [each.status for each in survived] == [THROUGH]
    assert paid_once(run, provider) == 36
    assert_each_batch_is_known(provider)


def test_pollers_at_once_bring_each_row_in_once(bob, workers, provider):
    polled = [make_run(bob, rows=6, wire=wire, min_batch_size=2) for wire in WIRES[:2]]
    provider.hold_batches()

    workers.begin([Worker()] * 3)
    until(
        lambda: len(provider.created) == 4 and min(provider.looks[each.id] for each in provider.created) > 1,
        "second look at each of the first batches",
    )
    provider.end_batches()
    ended = workers.ended()

    assert [each.status for each in ended] == [THROUGH] * 3
    assert [paid_once(run, provider) for run in polled] == [12, 12]
    assert_each_batch_is_known(provider)


def test_sender_that_wakes_up_late_takes_its_batch_back(bob, workers, provider):
    run = make_run(bob, rows=3, min_batch_size=2)
    run.stages.exclude(kind="score_gen").delete()
    provider.hold_batches(after=1)

    ended = workers.live(stalling("before_submit"), Worker())

    assert [each.status for each in ended] == [THROUGH] * 2
    accounts = reckon(run, provider, paid_late=run.requests.values_list("pk", flat=True))
    assert [(each.request.state, each.tries) for each in accounts.values()] == [("done", ["ok"])] * 3
    kept, late = provider.created
    assert run.batches.get().batch_ref == kept.id and (kept.cancelled, late.cancelled) == (False, True)


def test_batch_of_a_run_that_is_cancelled_while_its_sender_is_dead_is_cancelled_too(bob, workers, provider):
    run = make_run(bob, rows=3, min_batch_size=2)
    provider.hold_batches()

    died = workers.live(dying("after_submit"))
    controls.set_state(run=run, desired_state="cancel", by=bob.user)
    survived = workers.live(Worker())

    assert [each.status for each in died + survived] == [KILLED, THROUGH]
    accounts = reckon(run, provider)
    asked = [each for each in accounts.values() if each.request.stage.kind == "score_gen"]
    assert sorted((each.request.state, each.paid) for each in asked) == [("cancelled", 0)] * 2 + [("done", 1)]
    assert provider.created[0].cancelled and len(provider.created) == 1


def test_restart_of_postgres_loses_no_answer(boss, services, workers, provider):
    direct = make_run(boss, rows=8)
    batched = make_run(boss, rows=6, wire="anthropic", min_batch_size=2)
    provider.hold_batches()
    provider.allow(4)

    workers.begin([Worker(at_once=3)] * 2, services=services)
    until(
        lambda: provider.answered.total() >= 4 and provider.waiting >= 4 and provider.created,
        "answers, calls under way, and a batch",
    )
    with away(services.servers[0]):
        provider.allow(4)
        until(lambda: provider.answered.total() >= 8, "answers while Postgres is away")
        provider.end_batches()
    provider.allow(None)
    ended = workers.ended()

    assert [each.status for each in ended] == [THROUGH] * 2
    assert [paid_once(run, provider) for run in (direct, batched)] == [16, 12]


def test_answers_that_come_while_postgres_is_away_outlive_their_leases(boss, services, workers, provider):
    run = make_run(boss, rows=2)
    lease_seconds = 1.0
    provider.allow(0)

    workers.begin(Worker(at_once=4, lease_seconds=lease_seconds, beat_seconds=0.1), services=services)
    until(lambda: provider.waiting == 2, "both calls")
    with away(services.servers[0]):
        run_out = time.monotonic() + lease_seconds
        until(lambda: time.monotonic() > run_out, "end of the leases")
        provider.allow(None)
        until(lambda: provider.answered.total() == 2, "both answers")
    ended = workers.ended()

    assert [each.status for each in ended] == [THROUGH]
    assert paid_once(run, provider) == 4


def test_redis_that_is_flushed_and_restarted_is_only_missed(boss, services, workers, provider):
    run = make_run(boss, rows=12)
    rows = [{"provider": "openai", "requests_per_minute": 6000}]
    rate_limits.set_profile(organization=boss.organization, name="", rows=rows, by=boss.user)
    provider.allow(4)

    workers.begin([Worker(at_once=2)] * 2, services=services)
    until(lambda: provider.answered.total() >= 4 and provider.waiting >= 2, "answers, and calls under way")
    redis.Redis.from_url(services.redis_url).flushall()
    provider.allow(4)
    until(lambda: provider.answered.total() >= 8 and provider.waiting >= 2, "answers after the flush")
    with away(services.servers[1]):
        provider.allow(8)
        until(lambda: provider.answered.total() >= 16 and provider.waiting >= 2, "answers while Redis is away")
    provider.allow(None)
    ended = workers.ended()

    assert [each.status for each in ended] == [THROUGH] * 2
    assert paid_once(run, provider) == 24


def held_by(pid):
    """The one request that this process was the last to take."""
    return LLMRequest.objects.get(lease_owner__contains=f":{pid}:").pk


def held_before(run):
    """The one request that was taken twice."""
    return run.requests.get(attempts=2).pk


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


@contextmanager
def away(server):
    """Within it the server is stopped."""
    connection.close()
    server.stop()
    yield
    server.start()


def until(condition, what):
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, f"No {what} within {PATIENCE_SECONDS} s."
        time.sleep(0.02)

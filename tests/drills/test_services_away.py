"""Postgres or Redis go away while models are asked: all waits and goes on, and nothing is asked a second time."""

import time

import pytest
import redis
from django.db import connection

from reviews.actions import rate_limits
from reviews.models import LLMAttempt, LLMRequest
from tests import factories
from tests.drills.accounts import make_run, reckon
from tests.drills.nursery import Nursery, Worker, address_of_test_database
from tests.drills.own_services import connected_to, own_services

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.django_db(transaction=True)]

PATIENCE_SECONDS = 300
THROUGH = 0


@pytest.fixture(scope="module")
def services(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), own_services(address_of_test_database()) as started:
        yield started


@pytest.fixture(scope="module")
def workers(charging_provider, services, tmp_path_factory):
    log = tmp_path_factory.mktemp("drills") / "workers.log"
    nursery = Nursery(charging_provider, log, DATABASE_URL=services.database_url, REDIS_URL=services.redis_url)
    try:
        nursery.wait_until_ready()
        yield nursery
    finally:
        nursery.close()


@pytest.fixture
def boss(services, transactional_db):
    with connected_to(services):
        yield factories.make_member(role="admin")


def test_restart_of_postgres_loses_no_answer(boss, services, workers, provider):
    direct = make_run(boss, rows=12)
    batched = make_run(boss, rows=8, wire="anthropic", min_batch_size=2)
    provider.slow(seconds=1.5, batches=[1.5] * 4)
    running = LLMRequest.objects.filter(run=direct, state="running")

    workers.begin([Worker(at_once=4)] * 2)
    until(lambda: running.count() >= 4 and provider.answered.total() >= 4)
    restart(services.servers[0], seconds=2)
    ended = workers.ended()

    assert [each.status for each in ended] == [THROUGH] * 2
    assert [answered_once(run, provider) for run in (direct, batched)] == [24, 16]


def test_answers_that_come_while_postgres_is_away_outlive_their_leases(boss, services, workers, provider):
    run = make_run(boss, rows=2)
    provider.slow(seconds=3)

    workers.begin(Worker(at_once=4, lease_seconds=3.0))
    until(lambda: LLMAttempt.objects.filter(request__run=run, status="sent").count() == 2)
    restart(services.servers[0], seconds=4)
    ended = workers.ended()

    assert [each.status for each in ended] == [THROUGH]
    assert answered_once(run, provider) == 4


def test_redis_that_is_flushed_and_restarted_is_only_missed(boss, services, workers, provider):
    run = make_run(boss, rows=24)
    rows = [{"provider": "openai", "requests_per_minute": 6000}]
    rate_limits.set_profile(organization=boss.organization, name="", rows=rows, by=boss.user)
    provider.slow(seconds=0.4)
    valkey = services.servers[1]
    done = LLMRequest.objects.filter(run=run, state="done")

    workers.begin([Worker(at_once=2)] * 2)
    until(lambda: done.count() >= 4)
    redis.Redis.from_url(services.redis_url).flushall()
    until(lambda: done.count() >= 10)
    valkey.stop()
    until(lambda: done.count() >= 20)
    valkey.start()
    ended = workers.ended()

    assert [each.status for each in ended] == [THROUGH] * 2
    assert answered_once(run, provider) == 48


def answered_once(run, provider):
    """How many requests of the run were answered, each of them in one try that was paid for once."""
    accounts = reckon(run, provider)
    assert {(each.request.state, each.paid, *each.tries) for each in accounts.values()} == {("done", 1, "ok")}
    return len(accounts)


def restart(server, *, seconds):
    """Stop a server, and start it again after so long."""
    connection.close()
    server.stop()
    time.sleep(seconds)
    server.start()


def until(condition):
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, "what was waited for did not come"
        time.sleep(0.05)

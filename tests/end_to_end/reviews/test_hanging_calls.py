"""Calls that hang in a dispatcher, on real connections: they keep no place, no lease and no worker from the others."""

import asyncio
import datetime
import threading

import pytest
from django.db import connections
from django.utils import timezone

from reviews.engine import tasks
from reviews.engine.client import completion
from reviews.engine.requests.actions import dispatcher
from reviews.models import LLMAttempt, LLMRequest
from tests import factories
from tests.live import until
from tests.reviews.machine import answer, make_run, outcome_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def environment(no_keys):
    no_keys.setattr(dispatcher, "_taking", [])


def tries(run):
    """{item position: what its tries came to}."""
    found = {}
    rows = LLMAttempt.objects.filter(request__run=run).order_by("request__item__position", "number")
    for position, status in rows.values_list("request__item__position", "status"):
        found.setdefault(position, []).append(status)
    return found


def run_of(member, rows, **options):
    questions = [{"input": {"question": f"What is {number}?"}} for number in range(rows)]
    version = factories.make_version(factories.make_dataset(member.organization), rows=questions)
    return make_run(member, task=factories.make_task(version), **options)


class Scene:
    """Calls that stay under way until `release`, and work in threads of its own."""

    def __init__(self):
        self._held, self._released, self._threads = [], threading.Event(), []

    def hold(self, word):
        """Calls whose model or prompt holds this word; nothing but `release` ends them."""
        self._held.append(word)

    async def acomplete(self, call):
        text = call.model + call.messages[1]["content"]
        while any(word in text for word in self._held) and not self._released.is_set():
            try:
                await asyncio.sleep(0.01)
            except asyncio.CancelledError:
                continue
        return outcome_of(answer(call))

    def begin(self, work):
        def run():
            try:
                work()
            finally:
                connections.close_all()

        self._threads.append(threading.Thread(target=run))
        self._threads[-1].start()

    def release(self):
        self._released.set()
        for thread in self._threads:
            thread.join(60)
            assert not thread.is_alive()


@pytest.fixture
def scene(monkeypatch):
    made = Scene()
    monkeypatch.setattr(completion, "acomplete", made.acomplete)
    monkeypatch.setattr(tasks.request_due, "delay", lambda: None)
    yield made
    made.release()


def under_way(run, count=1):
    return lambda: LLMAttempt.objects.filter(request__run=run, status="sent").count() == count


def is_done(run):
    return lambda: set(run.requests.values_list("state", flat=True)) == {"done"}


def test_what_comes_due_is_asked_while_a_call_hangs(bob, scene, monkeypatch):
    """Also after the time for which one message lets a dispatcher work."""
    monkeypatch.setattr(tasks, "SECONDS_PER_TASK", 0.05)
    scene.hold("What is 0?")
    run = run_of(bob, 2)
    run.requests.filter(item__position=1).update(next_attempt_at=timezone.now() + datetime.timedelta(days=1))
    scene.begin(tasks.work_requests)
    until(under_way(run), "call that hangs")

    run.requests.filter(state="waiting").update(next_attempt_at=None)
    until(lambda: tasks.work_requests() or tries(run) == {0: ["sent"], 1: ["ok"]}, "answer to the other question")


def test_provider_that_hangs_leaves_places_to_the_others(bob, scene, settings):
    settings.LLM_CONCURRENCY = 4
    scene.hold("openai/")
    stuck = run_of(bob, 6, model="openai/simulated-careful")
    scene.begin(lambda: dispatcher.run(60))
    until(under_way(stuck, 4), "four calls that hang")
    other = run_of(bob, 6, model="anthropic/simulated-careful")

    until(is_done(other), "answer of the other provider")

    assert under_way(stuck, 4)()


def test_dispatcher_in_which_nothing_ends_is_replaced(bob, scene, settings):
    settings.LLM_CONCURRENCY, settings.WATCHDOG_SECONDS = 1, 0.2
    scene.hold("What is 0?")
    run = run_of(bob, 3)
    scene.begin(tasks.work_requests)
    until(under_way(run), "call that hangs")

    until(lambda: tasks.work_requests() or tries(run) == {0: ["sent"], 1: ["ok"], 2: ["ok"]}, "answers of another")

    scene.release()
    assert tries(run) == {0: ["ok"], 1: ["ok"], 2: ["ok"]}


def test_lease_is_kept_no_longer_than_a_call_may_take(bob, scene, settings):
    settings.LEASE_SECONDS, settings.BEAT_SECONDS, settings.LLM_CALL_SECONDS = 0.3, 0.05, 1.0
    scene.hold("What is 0?")
    run = run_of(bob, 1)
    scene.begin(lambda: dispatcher.run(60))
    until(under_way(run), "call that hangs")

    until(LLMRequest.objects.filter(state="running").due().exists, "end of the lease")


def test_call_that_nothing_can_end_is_given_up(bob, scene, settings, monkeypatch):
    settings.LLM_CALL_SECONDS = 0.3
    monkeypatch.setattr(dispatcher, "GRACE_SECONDS", 0.1)
    scene.hold("What is 1?")
    run = run_of(bob, 2)

    assert dispatcher.run(60) == 2

    assert tries(run) == {0: ["ok"], 1: ["retryable"]}
    assert LLMAttempt.objects.get(status="retryable").error_class == "timeout"

"""Bulkheads of the dispatcher: what is wrong with one call costs no other its turn, its answer or its money."""

import asyncio
import dataclasses
import datetime
import threading

import pytest
from django.db import connections
from django.utils import timezone

from reviews.engine import tasks
from reviews.engine.client import completion
from reviews.engine.client.exchange import LLMCall, Usage
from reviews.engine.requests.actions import calls, dispatcher, results
from reviews.models import LLMAttempt, LLMRequest
from tests import factories
from tests.demo.provider.provider import running
from tests.live import until
from tests.reviews.machine import answer, make_due, make_run, outcome_of, saying

MODELS = ("openai/simulated-careful", "anthropic/simulated-careful", "gemini/simulated-careful")


@pytest.fixture(scope="module")
def provider():
    with running(seed=3) as started, pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALHUB_SIMULATED_URL", started.url)
        for model in MODELS:
            completion.complete(LLMCall(model, ({"role": "user", "content": "Hello"},)))
        yield started


@pytest.fixture(autouse=True)
def environment(no_keys, provider):
    provider.fail()
    no_keys.setenv("EVALHUB_SIMULATED_URL", provider.url)
    no_keys.setattr(dispatcher, "_taking", [])


def tries(run):
    """{item position: what its tries came to}."""
    found = {}
    rows = LLMAttempt.objects.filter(request__run=run).order_by("request__item__position", "number")
    for position, status in rows.values_list("request__item__position", "status"):
        found.setdefault(position, []).append(status)
    return found


def spoil(monkeypatch, position, **fields):
    """A model whose answer to the item at this position has these fields, again and again."""

    def say(call):
        spoiled = fields if f"What is {position}?" in call.messages[1]["content"] else {}
        return outcome_of(answer(call), **spoiled)

    monkeypatch.setattr(completion, "acomplete", lambda call: asyncio.sleep(0, say(call)))


def questions(rows):
    return [{"input": {"question": f"What is {number}?"}} for number in range(rows)]


def run_of(member, rows, **options):
    version = factories.make_version(factories.make_dataset(member.organization), rows=questions(rows))
    return make_run(member, task=factories.make_task(version), **options)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("count", [10**15, -7])
def test_absurd_usage_is_unknown(bob, provider, model, count):
    run = run_of(bob, 3, model=model)
    provider.fail({"usage": count, "times": 1})

    dispatcher.Dispatcher().run(30)

    assert {request.state for request in run.requests.all()} == {"done"}
    assert LLMAttempt.objects.filter(prompt_tokens=None, completion_tokens=None, cost_usd=None).count() == 1
    assert LLMAttempt.objects.count() == provider.log()["requests"] == 3


def test_answer_that_fits_no_column_keeps_no_other_from_being_written(bob, monkeypatch):
    run = run_of(bob, 5)
    spoil(monkeypatch, 2, latency_ms=2**40)

    dispatcher.Dispatcher().run(30)

    assert tries(run) == {0: ["ok"], 1: ["ok"], 2: ["unreadable"], 3: ["ok"], 4: ["ok"]}
    failed = LLMAttempt.objects.get(status="unreadable")
    assert (failed.error_class, failed.error_message) == ("not_storable", dispatcher.NOT_STORABLE())
    assert run.requests.filter(state="done").count() == 4


def test_answer_that_never_fits_ends_with_its_reason(bob, monkeypatch):
    run = run_of(bob, 1)
    spoil(monkeypatch, 0, latency_ms=2**40)

    for _ in range(5):
        make_due(run)
        dispatcher.Dispatcher().run(30)

    request = run.requests.get()
    assert (request.state, request.error_class) == ("failed", "not_storable")
    assert LLMAttempt.objects.count() == 3


@pytest.mark.parametrize("broken", ["read", "settle"])
def test_mistake_of_ours_about_one_answer_concerns_that_one(bob, monkeypatch, model, broken):
    run = run_of(bob, 4)
    model(saying())
    second = run.requests.order_by("pk")[1].pk
    prepared, together = calls.prepared, results.record_many

    def raising(outcome):
        raise ZeroDivisionError

    def with_broken_reader(requests):
        found = prepared(requests)
        return found | {pk: dataclasses.replace(found[pk], read=raising) for pk in found if pk == second}

    def with_broken_store(settled):
        if any(each.request.pk == second and each.finding.status == "ok" for each in settled):
            raise ZeroDivisionError
        together(settled)

    if broken == "read":
        monkeypatch.setattr(calls, "prepared", with_broken_reader)
    else:
        monkeypatch.setattr(results, "record_many", with_broken_store)

    dispatcher.Dispatcher().run(30)

    assert tries(run) == {0: ["ok"], 1: ["unreadable"], 2: ["ok"], 3: ["ok"]}
    assert sorted(run.requests.values_list("state", flat=True)) == ["done", "done", "done", "waiting"]


def test_call_that_raises_is_one_failed_try(bob, monkeypatch):
    run = run_of(bob, 3)

    async def acomplete(call):
        if "What is 1?" in call.messages[1]["content"]:
            raise ZeroDivisionError
        return outcome_of(answer(call))

    monkeypatch.setattr(completion, "acomplete", acomplete)

    dispatcher.Dispatcher().run(30)

    assert tries(run) == {0: ["ok"], 1: ["retryable"], 2: ["ok"]}
    assert LLMAttempt.objects.get(status="retryable").error_class == "call_failed"


def test_question_that_cannot_be_prepared_ends_with_its_reason(bob, monkeypatch, model):
    run = run_of(bob, 3)
    model(saying())
    second, prepared = run.requests.order_by("pk")[1].pk, calls.prepared

    def failing(requests):
        if second in {request.pk for request in requests}:
            raise ZeroDivisionError
        return prepared(requests)

    monkeypatch.setattr(calls, "prepared", failing)

    for _ in range(run.rules.max_attempts):
        make_due(run)
        dispatcher.Dispatcher().run(30)

    assert tries(run) == {0: ["ok"], 2: ["ok"]}
    failed = LLMRequest.objects.get(pk=second)
    assert (failed.state, failed.error_class, failed.error_message) == (
        "failed",
        "not_prepared",
        dispatcher.NOT_PREPARED(),
    )


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("fault", [{"drip_ms": 200}, {"hang": True}])
def test_call_ends_at_its_deadline_whatever_the_provider_sends(bob, provider, settings, model, fault):
    settings.LLM_CALL_SECONDS = 1.0
    run = run_of(bob, 3, model=model)
    provider.fail(fault | {"match": "What is 1?", "times": 1})

    dispatcher.Dispatcher().run(30)

    assert tries(run) == {0: ["ok"], 1: ["retryable"], 2: ["ok"]}
    late = LLMAttempt.objects.get(status="retryable")
    assert late.error_class == "timeout" and 900 < late.latency_ms
    assert run.requests.get(item__position=1).state == "waiting"


def test_usage_that_no_call_can_have_is_unknown():
    for count in (10**9, -1, 1.5, float("nan"), True, "12", None):
        assert Usage(count, 5, cached=0) == Usage(None, 5)
        assert Usage(5, 10, reasoning=count).completion_tokens is None
    assert Usage(5.0, 10, cached=2) == Usage(5, 10, cached=2)


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


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.django_db(transaction=True)
def test_provider_that_hangs_leaves_places_to_the_others(bob, scene, settings):
    settings.LLM_CONCURRENCY = 4
    scene.hold("openai/")
    stuck = run_of(bob, 6, model="openai/simulated-careful")
    scene.begin(lambda: dispatcher.run(60))
    until(under_way(stuck, 4), "four calls that hang")
    other = run_of(bob, 6, model="anthropic/simulated-careful")

    until(is_done(other), "answer of the other provider")

    assert under_way(stuck, 4)()


@pytest.mark.django_db(transaction=True)
def test_dispatcher_in_which_nothing_ends_is_replaced(bob, scene, settings):
    settings.LLM_CONCURRENCY, settings.WATCHDOG_SECONDS = 1, 0.2
    scene.hold("What is 0?")
    run = run_of(bob, 3)
    scene.begin(tasks.work_requests)
    until(under_way(run), "call that hangs")

    until(lambda: tasks.work_requests() or tries(run) == {0: ["sent"], 1: ["ok"], 2: ["ok"]}, "answers of another")

    scene.release()
    assert tries(run) == {0: ["ok"], 1: ["ok"], 2: ["ok"]}


@pytest.mark.django_db(transaction=True)
def test_lease_is_kept_no_longer_than_a_call_may_take(bob, scene, settings):
    settings.LEASE_SECONDS, settings.BEAT_SECONDS, settings.LLM_CALL_SECONDS = 0.3, 0.05, 1.0
    scene.hold("What is 0?")
    run = run_of(bob, 1)
    scene.begin(lambda: dispatcher.run(60))
    until(under_way(run), "call that hangs")

    until(LLMRequest.objects.filter(state="running").due().exists, "end of the lease")


@pytest.mark.django_db(transaction=True)
def test_call_that_nothing_can_end_is_given_up(bob, scene, settings, monkeypatch):
    settings.LLM_CALL_SECONDS = 0.3
    monkeypatch.setattr(dispatcher, "GRACE_SECONDS", 0.1)
    scene.hold("What is 1?")
    run = run_of(bob, 2)

    assert dispatcher.run(60) == 2

    assert tries(run) == {0: ["ok"], 1: ["retryable"]}
    assert LLMAttempt.objects.get(status="retryable").error_class == "timeout"

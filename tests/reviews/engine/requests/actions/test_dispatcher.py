"""Bulkheads of the dispatcher: what is wrong with one call costs no other its turn, its answer or its money."""

import asyncio
import dataclasses

import pytest

from reviews.engine.client import completion
from reviews.engine.client.exchange import LLMCall, Usage
from reviews.engine.requests.actions import calls, dispatcher, results
from reviews.models import LLMAttempt, LLMRequest
from tests import factories
from tests.demo.provider.provider import running
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


@pytest.mark.parametrize(("model", "count"), [*zip(MODELS, (10**15, -7, 10**15), strict=True)])
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


@pytest.mark.parametrize(
    ("model", "fault"), [*zip(MODELS, ({"drip_ms": 200}, {"hang": True}, {"hang": True}), strict=True)]
)
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

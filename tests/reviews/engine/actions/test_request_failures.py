"""What becomes of a request when the provider, the answer or the settings fail."""

import datetime

import pytest
from django.utils import timezone

from annotations.models import Annotation
from evalhub.lib.reasons import TEXT
from reviews.engine import retries
from reviews.engine.client.exchange import BLOCKED, FATAL, RETRYABLE
from reviews.engine.requests.actions import attempts, calls, due_requests
from reviews.engine.runs.actions import controls
from reviews.models import EvaluationRun, LLMAttempt, LLMRequest, ProviderState
from reviews.scorers.judges import questions
from tests.reviews.kept import kept, people
from tests.reviews.machine import (
    Script,
    answer,
    failing,
    make_due,
    make_run,
    outcome_of,
    saying,
    work_once,
    work_until_quiet,
)


def world():
    return people(run=make_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def test_passing_failure_is_tried_again_later(run, model):
    model(Script(failing(), saying()))
    began = timezone.now()

    request = work_once(run)

    assert (request.state, request.attempts) == ("waiting", 1)
    assert request.next_attempt_at >= began + datetime.timedelta(seconds=1)
    make_due(run)
    assert work_once(run).state == "done"
    assert list(LLMAttempt.objects.values_list("number", "status")) == [(1, "retryable"), (2, "ok")]


def test_three_failures_are_the_end(run, model):
    script = model(Script(failing(message="It is down.")))

    work_until_quiet(run)

    request = run.requests.get()
    assert (request.state, request.error_class, request.error_message) == (
        "failed",
        "server_error",
        TEXT("It is down."),
    )
    assert len(script.calls) == request.attempts == request.tries.count() == 3
    assert Annotation.objects.count() == 0


def test_fatal_failure_is_not_repeated(run, model):
    script = model(Script(failing(FATAL, "context_too_long", "Too long.")))

    work_until_quiet(run)

    assert run.requests.get().state == "failed"
    assert len(script.calls) == 1


@pytest.mark.usefixtures("alone")
def test_request_that_is_one_too_many_waits_alone_and_uses_up_no_attempt(bob, model):
    run = make_run(bob, rows=2)
    slow = failing(RETRYABLE, "rate_limited", "Slow down.", retry_after_seconds=120)
    model(Script(slow, saying()))
    later = timezone.now() + datetime.timedelta(seconds=110)

    refused, answered = work_once(run), work_once(run)

    run.refresh_from_db()
    assert (refused.state, refused.attempts, answered.state) == ("waiting", 0, "done")
    assert refused.next_attempt_at > later and (run.held_until, run.held_reason) == (None, None)


def test_request_that_is_always_one_too_many_ends(run, model, monkeypatch):
    monkeypatch.setattr(retries, "MOST_REFUSED", 5)
    script = model(Script(failing(RETRYABLE, "rate_limited", "Slow down.")))

    work_until_quiet(run, tries=60)

    request = run.requests.get()
    assert (request.state, request.error_class) == ("failed", "rate_limited")
    assert len(script.calls) == retries.MOST_REFUSED - 1 + run.rules.max_attempts


SPOILED = {
    "wrong_case": lambda call: outcome_of(answer(call) | {"case_ref": "other"}),
    "invalid_value": saying(value="superb"),
    "missing": saying(value=None),
    "invalid_confidence": saying(confidence=7),
    "too_many_quotes": saying(quotes=["It"] * (questions.MOST_QUOTES + 1)),
}


@pytest.mark.usefixtures("alone")
def test_unreadable_answers_are_told_apart(bob, model):
    run = make_run(bob, rows=len(SPOILED))
    model(Script(*SPOILED.values()))

    asked = [work_once(run) for _ in SPOILED]

    assert {request.state for request in asked} == {"waiting"} and Annotation.objects.count() == 0
    tries = LLMAttempt.objects.filter(request__run=run).order_by("pk")
    assert [attempt.error_class for attempt in tries] == list(SPOILED)


@pytest.mark.parametrize(
    ("spoiled", "error_class"),
    [
        (saying(value="superb"), "invalid_value"),
        (failing(RETRYABLE, "empty_answer", "Nothing."), "empty_answer"),
    ],
)
def test_unreadable_answer_gets_two_more_tries_and_again_after_a_retry(bob, run, model, spoiled, error_class):
    script = model(Script(spoiled))

    work_until_quiet(run)

    request = run.requests.get()
    assert (request.state, request.error_class) == ("failed", error_class) and request.error_message
    assert len(script.calls) == 3 and Annotation.objects.count() == 0
    controls.retry_failed(run=run, by=bob.user)
    work_until_quiet(run)
    assert len(script.calls) == 6


def test_cut_off_answer_is_asked_for_with_more_room(run, model):
    cut_off = failing(RETRYABLE, "answer_truncated", "Cut off.", raise_max_tokens=True)
    script = model(Script(cut_off, failing(), saying()))

    work_until_quiet(run)

    first, second, third = script.calls
    assert second.max_tokens == third.max_tokens == 2 * first.max_tokens
    assert run.requests.get().state == "done"


@pytest.mark.usefixtures("alone")
def test_missing_key_uses_up_nothing_and_names_the_variable(bob, monkeypatch):
    monkeypatch.delenv("OPENAI_API_BASE", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    run = make_run(bob, model="openai/gpt-4o-mini")
    monkeypatch.delenv("OPENAI_API_KEY")

    request = work_once(run)

    run.refresh_from_db()
    assert (request.state, request.attempts, request.tries.count()) == ("waiting", 0, 0)
    assert "OPENAI_API_KEY" in str(run.held_reason)
    assert run.desired_state == "run" and run.held_until > timezone.now()
    assert due_requests.claim_one() is None


@pytest.mark.usefixtures("alone")
def test_run_goes_on_by_itself_once_the_provider_works(bob, model):
    run = make_run(bob, rows=2)
    model(Script(failing(BLOCKED, "key_refused", "Wrong key."), saying()))
    work_once(run)
    EvaluationRun.objects.filter(pk=run.pk).update(held_until=timezone.now() - datetime.timedelta(seconds=1))
    ProviderState.objects.update(blocked_until=timezone.now() - datetime.timedelta(seconds=1))

    work_once(run)

    run.refresh_from_db()
    assert (run.held_reason, run.held_until) == (None, None)
    assert work_once(run).state == "done"


def test_refused_key_is_in_the_ledger_but_no_attempt(run, model):
    model(failing(BLOCKED, "key_refused", "Wrong key."))

    for _ in range(2):
        make_due(run)
        request = work_once(run)

    assert (request.state, request.attempts) == ("waiting", 0)
    assert set(request.tries.values_list("status", flat=True)) == {"blocked"}


def test_unknown_prompt_ends_with_a_reason_and_no_call(run, model):
    run.stages.update(prompt_version="gone.v9")
    script = model(Script(saying()))

    request = work_once(run)

    assert request.state == "failed" and "gone.v9" in str(request.error_message)
    assert script.calls == []


def test_answer_to_a_cancelled_run_still_comes_in(bob, run, model):
    model(lambda call: controls.set_state(run=run, desired_state="cancel", by=bob.user) and outcome_of(answer(call)))

    assert work_once(run).state == "done"


def test_failure_in_a_cancelled_run_is_not_tried_again(bob, run, model):
    model(lambda call: controls.set_state(run=run, desired_state="cancel", by=bob.user) and failing()(call))

    assert work_once(run).state == "cancelled"


def test_failure_in_a_paused_run_waits(bob, run, model):
    model(lambda call: controls.set_state(run=run, desired_state="pause", by=bob.user) and failing()(call))

    assert work_once(run).state == "waiting"
    make_due(run)
    assert due_requests.claim_one() is None


def test_worker_that_vanished_leaves_a_lost_try(run, model):
    vanished = due_requests.claim_one()
    attempts.begin(vanished, calls.prepared([vanished])[vanished.pk])
    LLMRequest.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
    model(saying())

    assert work_once(run).state == "done"

    lost, good = LLMAttempt.objects.order_by("number")
    assert (lost.status, lost.cost_usd, lost.cost_status) == ("lost", None, "unknown")
    assert good.status == "ok"


def test_five_vanished_workers_are_the_end_with_a_reason(run):
    for _ in range(5):
        assert due_requests.claim_one() is not None
        LLMRequest.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))

    assert due_requests.claim_one() is None

    request = run.requests.get()
    assert (request.state, request.error_class) == ("failed", "worker_crash")
    assert request.error_message and request.finished_at


def test_one_vanished_worker_after_many_failures_is_no_crash(bob, run, model):
    run = controls.set_policy(run=run, changes={"max_attempts": 20}, by=bob.user)
    model(failing())
    for _ in range(6):
        work_once(run)
        make_due(run)
    due_requests.claim_one()
    LLMRequest.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
    model(saying())

    assert work_once(run).state == "done"


def test_repair_follows_the_second_unreadable_answer(run, model):
    script = model(Script(saying(value="superb"), saying(value="superb"), saying()))

    work_until_quiet(run)

    assert [len(call.messages) for call in script.calls] == [2, 2, 4] and run.requests.get().state == "done"

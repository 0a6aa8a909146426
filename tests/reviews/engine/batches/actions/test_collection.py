"""What a batch hands back is brought in row by row, by our names alone, whatever is wrong with it."""

import json
from collections import Counter

import pytest

from annotations.models import Annotation
from reviews.engine.batches.actions.connections import connected
from reviews.engine.batches.adapters.base import Row
from reviews.models import LLMAttempt, LLMBatch
from tests.reviews.batch_world import (
    batched_run,
    formed,
    item_statuses,
    runs_of_wires,
    script,
    states,
    step,
    to_the_end,
    wait_of,
)
from tests.reviews.kept import kept, people
from tests.reviews.machine import make_due

pytestmark = pytest.mark.usefixtures("provider")


def world():
    return people(runs=runs_of_wires)


acme, bob, runs = map(kept, ("acme", "bob", "runs"))


@pytest.fixture
def ended(runs, provider):
    """ended(wire, **fault) is a reconciled batch of six rows with this fault."""

    def make(wire="openai", **fault):
        script(provider, **fault)
        batch = formed(runs[wire])
        for _ in range(6):
            if step(batch).status == "reconciled":
                break
        return batch

    return make


def tries(batch):
    """How often each (status, error class) is among the tries of a batch."""
    return Counter(LLMAttempt.objects.filter(batch_item__batch=batch).values_list("status", "error_class"))


def test_order_and_repetition_change_nothing(ended):
    batch = ended("anthropic", shuffle=True, duplicate=2)

    assert states(batch.run) == ["done"] * 6 and item_statuses(batch) == ["ok"] * 6
    assert tries(batch) == {("ok", ""): 6} and Annotation.objects.count() == 6
    for attempt in LLMAttempt.objects.select_related("request__annotation", "message"):
        said = attempt.request.annotation.judgements.get().justification
        assert said in json.loads(attempt.message.assistant).values()


def test_missing_row_and_answer_about_another_case_are_asked_again_and_count_as_tries(ended):
    batch = ended("gemini", missing=1, wrong_echo=1)

    assert item_statuses(batch) == ["missing", "wrong_case"] + ["ok"] * 4 and Annotation.objects.count() == 4
    assert tries(batch) == {("retryable", "batch_missing"): 1, ("unreadable", "wrong_case"): 1, ("ok", ""): 4}
    assert LLMAttempt.objects.get(status="unreadable").prompt_tokens > 0
    request = batch.items.get(number=0).request
    assert (request.state, request.attempts) == ("waiting", 1) and request.next_attempt_at


@pytest.mark.parametrize(
    ("wire", "status", "state", "error_class"),
    [
        ("openai", 400, "failed", "bad_request"),
        ("anthropic", 429, "waiting", "rate_limited"),
        ("gemini", 500, "waiting", "server_error"),
    ],
)
def test_failed_rows_go_on_as_direct_calls_would(ended, wire, status, state, error_class):
    batch = ended(wire, error_rows=2, error_status=status)

    assert item_statuses(batch) == ["error"] * 2 + ["ok"] * 4
    assert sorted(states(batch.run)) == sorted([state] * 2 + ["done"] * 4)
    failed = LLMAttempt.objects.get(batch_item__number=0)
    assert (failed.error_class, failed.cost_usd) == (error_class, None)


def test_row_that_was_not_executed_is_asked_again(ended):
    batch = ended("openai", null_response=1)

    assert item_statuses(batch) == ["error"] + ["ok"] * 5
    assert tries(batch)["retryable", "not_executed"] == 1


def test_half_that_expired_is_asked_again_and_the_other_half_kept(ended):
    batch = ended("anthropic", expired_rows=3)

    assert item_statuses(batch) == ["expired"] * 3 + ["ok"] * 3
    assert states(batch.run) == ["done"] * 3 + ["waiting"] * 3
    assert tries(batch) == {("retryable", "batch_expired"): 3, ("ok", ""): 3}


def test_batch_that_expired_without_results_is_asked_again(ended):
    batch = ended("gemini", expired_rows=6)

    assert (batch.outcome, item_statuses(batch)) == ("expired", ["expired"] * 6)
    assert states(batch.run) == ["waiting"] * 6


def test_results_that_are_no_longer_kept_may_have_been_billed(ended):
    batch = ended("anthropic", archived=True)

    assert (batch.outcome, item_statuses(batch)) == ("archived", ["missing"] * 6)
    assert tries(batch) == {("lost", "batch_archived"): 6} and states(batch.run) == ["waiting"] * 6


def test_end_without_output_leaves_nothing_but_rows_to_ask_again(ended):
    batch = ended(no_output=True)

    assert batch.status == "reconciled" and set(item_statuses(batch)) <= {"missing", "error"}
    assert states(batch.run) == ["waiting"] * 6 and not Annotation.objects.exists()


def test_empty_name_of_an_error_file_is_no_file(ended):
    assert states(ended("openai", empty_error_file=True).run) == ["done"] * 6


def test_line_that_is_cut_off_is_fetched_again_before_its_row_is_missing(runs, provider):
    script(provider, cut_last_line=True)
    batch = formed(runs["gemini"])
    step(batch)

    step(batch)

    assert (batch.status, batch.failures) == ("ended", 1) and 5 < wait_of(batch) <= 30
    assert states(batch.run) == ["batched"] + ["done"] * 5
    to_the_end(batch.run)
    assert sorted(item_statuses(batch)) == ["missing"] + ["ok"] * 5 and LLMAttempt.objects.count() == 6


def test_download_that_fails_is_whole_the_next_time(runs, provider):
    batch = step(formed(runs["openai"]))
    script(provider, {"status": 500, "path": "/content", "times": 1})

    step(batch)

    assert batch.failures == 1 and states(batch.run) == ["batched"] * 6 and wait_of(batch) < 3
    step(batch)
    assert states(batch.run) == ["done"] * 6


def test_row_that_fails_in_batch_after_batch_ends_with_its_reason(bob, provider):
    script(provider, error_rows=1, error_status=500, times=None)
    run = batched_run(bob, rows=2, min_batch_size=1, max_attempts=2)

    for _ in range(3):
        formed(run)
        to_the_end(run)
        make_due(run)

    first, second = run.requests.order_by("pk")
    assert (first.state, first.error_class, first.attempts) == ("failed", "server_error", 2)
    assert (second.state, second.attempts) == ("done", 1)
    assert [batch.n_rows for batch in run.batches.order_by("created_at")] == [2, 1]


def test_results_with_other_names_touch_nothing(runs, provider):
    run, other = runs["openai"], runs["gemini"]
    batch, neighbour = formed(run), formed(other)
    body = {"messages": [{"role": "user", "content": "Hello"}]}
    names = ["x", "0", f"{batch.id.hex}-007", f"{batch.id.hex}-7x", f"{batch.id.hex}-", f"{neighbour.id.hex}-0"]
    with connected("openai/simulated-careful") as adapter:
        rows = [Row(name, body) for name in names]
        ref = adapter.submit(rows, model="simulated-careful", batch_id="foreign")
    LLMBatch.objects.filter(pk=batch.pk).update(status="submitted", batch_ref=ref, submitted_at=batch.created_at)

    step(batch)

    assert item_statuses(batch) == ["missing"] * 6 and str(batch.reason).startswith("6 results")
    assert states(other) == ["batched"] * 6 and not Annotation.objects.exists()


def test_one_bad_line_fails_alone_and_the_others_go_again(ended):
    batch = ended("openai", invalid_line=3)

    to_the_end(batch.run)

    bad = batch.items.get(number=2).request
    assert (bad.state, bad.error_class) == ("failed", "invalid_json_line") and "line 3" in str(bad.error_message)
    assert states(batch.run) == ["done"] * 5 + ["failed"]
    assert set(batch.run.requests.values_list("attempts", flat=True)) == {1}


def test_refusals_of_line_after_line_come_to_an_end(runs, provider, monkeypatch):
    monkeypatch.setattr("reviews.engine.batches.actions.refusals.MOST_SUBMISSIONS", 2)
    script(provider, invalid_line=1, times=None)
    run = runs["openai"]
    formed(run)

    batches = to_the_end(run)

    assert [batch.submissions for batch in batches] == [1, 2]
    assert states(run) == ["failed"] + ["waiting"] * 5


def test_full_queue_of_the_provider_is_waited_for_with_halves(ended):
    batch = ended("openai", token_limit=True)

    halves = list(LLMBatch.objects.filter(status="draft"))
    assert [half.n_rows for half in halves] == [3, 3] and all(wait_of(half) > 590 for half in halves)
    assert batch.items.filter(error_code="token_limit_exceeded").count() == 6
    to_the_end(batch.run)
    assert states(batch.run) == ["done"] * 6


def test_full_queue_is_not_halved_below_what_makes_a_batch(bob, provider):
    script(provider, token_limit=True, times=None)
    run = batched_run(bob, min_batch_size=4)
    formed(run)

    to_the_end(run)

    assert run.batches.count() == 1 and states(run) == ["waiting"] * 6
    assert (run.requests.first().next_attempt_at - run.batches.get().ended_at).total_seconds() > 590

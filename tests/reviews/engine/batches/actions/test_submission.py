"""A batch is sent when it may be, whole or in parts, and what a provider refuses goes on in the right way."""

from decimal import Decimal

import pytest

from reviews.engine.batches.actions import drafts, submission
from reviews.engine.limits.actions import profiles, provider_health
from reviews.engine.requests.actions import due_requests
from reviews.engine.runs.actions import controls, supervisor
from reviews.models import EvaluationRun, LLMAttempt, LLMBatch, LLMPrice, RateLimitProfile, RunStage, Spending
from tests.reviews.batch_world import (
    at_provider,
    batched_run,
    each_wire,
    formed,
    item_statuses,
    script,
    states,
    step,
    to_the_end,
    wait_of,
)
from tests.reviews.kept import kept, people
from tests.reviews.machine import work_once

pytestmark = pytest.mark.usefixtures("provider")


@pytest.fixture
def priced(monkeypatch, provider):
    """A model with a price, whose address leads to the simulated provider."""
    monkeypatch.setenv("OPENAI_API_BASE", provider.url)
    rates = {"input_cost_per_token": 1e-6, "output_cost_per_token": 2e-6}
    LLMPrice.objects.create(sha256="1" * 64, model="openai/gpt-4o-mini", rates=rates, source="a list")

    def use(run):
        RunStage.objects.filter(run=run).update(model="openai/gpt-4o-mini")
        return run

    return use


def world():
    return people(run=batched_run)


acme, bob, run = map(kept, ("acme", "bob", "run"))


def with_budget(run, member, usd):
    return controls.set_policy(run=run, changes={"budget_usd": usd}, by=member.user)


@each_wire
def test_every_row_is_answered(bob, wire):
    run = batched_run(bob, wire=wire)

    batch = formed(run)
    to_the_end(run)

    batch.refresh_from_db()
    assert (batch.status, batch.outcome, batch.submissions) == ("reconciled", "completed", 1)
    assert (batch.reported_done, batch.reported_failed) == (6, 0)
    assert states(run) == ["done"] * 6 and item_statuses(batch) == ["ok"] * 6
    assert LLMAttempt.objects.filter(status="ok", batch_item__batch=batch, simulated=True).count() == 6
    assert LLMAttempt.objects.exclude(message__assistant="").filter(latency_ms=None).count() == 6


def test_refused_creation_comes_back_when_the_provider_asks(bob, provider):
    run = batched_run(bob, wire="gemini")
    script(provider, {"status": 429, "retry_after": 40, "path": "atch", "times": 1})

    batch = step(formed(run))

    assert (batch.status, batch.failures) == ("draft", 1) and 10 < wait_of(batch) < 45
    assert to_the_end(run)[0].submissions == 2 and states(run) == ["done"] * 6
    assert len(at_provider("gemini")) == 1


def test_refused_key_blocks_the_model_and_keeps_the_rows(run, provider):
    script(provider, {"status": 401, "path": "/v1/batches", "times": 1})

    batch = step(formed(run))

    assert batch.status == "draft" and ("openai", batch.model) in provider_health.blocked()
    assert step(batch).submissions == 1  # nobody asks a blocked model
    provider_health.release("openai", batch.model)
    to_the_end(run)
    assert states(run) == ["done"] * 6


def test_missing_key_is_told_and_nothing_is_sent(run, monkeypatch):
    batch = formed(run)
    monkeypatch.delenv("EVALHUB_SIMULATED_URL")

    step(batch)

    assert (batch.status, batch.submissions) == ("draft", 0) and "EVALHUB_SIMULATED_URL" in str(batch.reason)
    assert states(run) == ["batched"] * 6


def test_batch_that_is_too_large_goes_in_two(bob, provider):
    run = batched_run(bob, wire="anthropic", rows=5)
    script(provider, {"status": 413, "path": "atch", "times": 1})

    formed(run)
    first, *others = to_the_end(run)

    assert item_statuses(first) == ["error"] * 5 and first.items.filter(error_code="too_large").count() == 5
    assert sorted(item_statuses(batch) for batch in others) == [["ok"] * 2, ["ok"] * 3]
    assert states(run) == ["done"] * 5 and set(run.requests.values_list("attempts", flat=True)) == {1}


def test_row_that_is_too_large_alone_fails_with_its_reason(bob, provider):
    run = batched_run(bob, rows=1, min_batch_size=1)
    script(provider, {"status": 413, "path": "/v1/batches", "times": None})

    formed(run)
    to_the_end(run)

    request = run.requests.get()
    assert (request.state, request.error_class) == ("failed", "too_large") and request.error_message


@pytest.mark.parametrize(
    ("status", "state", "error_class"),
    [
        (404, "failed", "model_not_found"),
        (400, "waiting", "bad_request"),
    ],
)
def test_refusal_for_good_ends_the_tries_of_all_rows(run, provider, status, state, error_class):
    script(provider, {"status": status, "path": "/v1/batches", "times": 1})

    batch = step(formed(run))

    assert (batch.status, batch.outcome) == ("reconciled", "failed")
    assert states(run) == [state] * 6 and set(run.requests.values_list("attempts", flat=True)) == {1}
    assert set(LLMAttempt.objects.values_list("error_class", "cost_usd")) == {(error_class, None)}


def test_draft_of_a_run_that_does_not_go_on_is_never_sent(bob):
    for desired, state, attempts in [("pause", "waiting", 0), ("cancel", "cancelled", 1)]:
        run = batched_run(bob)
        batch = formed(run)
        controls.set_state(run=run, desired_state=desired, by=bob.user)

        step(batch)

        assert batch.status == "abandoned" and item_statuses(batch) == ["cancelled"] * 6, (desired, state, attempts)
        assert states(run) == [state] * 6 and set(run.requests.values_list("attempts", flat=True)) == {attempts}
        assert at_provider("openai") == [], (desired, state, attempts)


def test_rows_without_room_return_in_line(run, monkeypatch):
    monkeypatch.setattr(submission, "MOST_BYTES", 12_000)

    batch = formed(run)
    step(batch)

    assert batch.status == "submitted" and 0 < batch.n_rows < 6
    waiting = run.requests.filter(state="waiting")
    assert waiting.count() == 6 - batch.n_rows and set(waiting.values_list("attempts", flat=True)) == {0}
    to_the_end(run)
    assert states(run).count("done") == batch.n_rows


def test_what_cannot_be_asked_fails_and_nothing_is_sent(run):
    run.stages.update(parameters={"bogus": 1})

    batch = step(formed(run))

    assert batch.status == "abandoned" and item_statuses(batch) == ["error"] * 6
    assert set(run.requests.values_list("state", "error_class")) == {("failed", "cannot_be_asked")}
    assert "bogus" in str(run.requests.first().error_message)


def test_batches_wait_for_room_at_the_provider(bob, provider):
    first, second = batched_run(bob), batched_run(bob)
    RateLimitProfile.objects.create(
        organization=bob.organization, version=1, provider="openai", enqueued_batch_tokens=6000
    )
    profiles.forget()
    script(provider, seconds=3000)
    one, two = step(formed(first)), step(formed(second))

    assert one.status == "submitted" and one.reserved_tokens > 3000
    assert two.status == "draft" and "room" in str(two.reason) and wait_of(two) > 10
    assert len(at_provider("openai")) == 1


def test_money_is_held_until_the_rows_are_in(bob, run, priced):
    run = priced(with_budget(run, bob, "5"))

    batch = step(formed(run))

    held = Spending.objects.get(run=run).reserved_usd
    assert batch.reserved_usd == held > 0
    to_the_end(run)
    batch.refresh_from_db()
    assert batch.reserved_usd is None
    assert set(Spending.objects.values_list("reserved_usd", flat=True)) == {0}


def test_budget_without_room_for_a_call_pauses_the_run_before_anything_is_sent(bob, run, priced):
    run = priced(with_budget(run, bob, "0.000001"))

    step(formed(run))
    for draft in LLMBatch.objects.filter(status="draft"):
        step(draft)
    assert work_once(run).state == "waiting"

    run.refresh_from_db()
    assert run.desired_state == "pause" and "budget" in str(run.status_reason)
    assert states(run) == ["waiting"] * 6 and at_provider("openai") == [] and LLMAttempt.objects.count() == 0
    assert set(Spending.objects.values_list("reserved_usd", flat=True)) <= {0}


def test_budget_without_room_for_a_batch_has_it_halved_then_sent_one_by_one(bob, run, priced):
    run = priced(with_budget(run, bob, "5"))
    batch = step(formed(run))
    share = batch.reserved_usd / 6
    to_the_end(run)
    controls.ask_anew(run=run, stage="score_gen", by=bob.user)
    supervisor.advance(run)
    spent = Spending.objects.get(run=run).spent_usd
    controls.set_policy(run=run, changes={"budget_usd": str(round(spent + share * Decimal("3.5"), 8))}, by=bob.user)

    whole = step(formed(run))
    first, second = (step(draft) for draft in LLMBatch.objects.filter(status="draft").order_by("pk"))

    assert (whole.status, whole.outcome) == ("reconciled", "failed")
    assert first.status == "submitted" and first.n_rows == 3
    assert second.status == "draft" and "no room" in str(second.reason)  # it waits for what the first one holds
    assert EvaluationRun.objects.get(pk=run.pk).desired_state == "run"


def test_stage_whose_smallest_batch_is_too_dear_is_asked_directly(bob, priced):
    run = priced(batched_run(bob, rows=2, budget_usd="0.0026"))

    batch = step(formed(run))

    assert (batch.status, batch.provider_state) == ("abandoned", "over_budget")
    stage = run.stages.get()
    assert drafts.least_rows(stage) is None and stage in due_requests.stages_due()


def test_draft_that_has_to_wait_gives_its_money_back_when_the_budget_falls(bob, run, provider, priced):
    run = priced(with_budget(run, bob, "5"))
    script(provider, {"status": 429, "path": "/v1/batches", "times": 1})
    batch = step(formed(run))
    assert batch.status == "draft" and batch.reserved_usd > 0
    controls.set_policy(run=run, changes={"budget_usd": "0.000001"}, by=bob.user)

    step(batch)

    assert (batch.status, batch.reserved_usd) == ("reconciled", None)
    assert set(Spending.objects.values_list("reserved_usd", flat=True)) == {0}

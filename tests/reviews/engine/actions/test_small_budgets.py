"""A budget that holds far fewer calls than there are places: it is spent, not left over and not passed."""

from decimal import Decimal

import pytest

from reviews.engine.actions.reasons import BUDGET_RESERVED
from reviews.engine.requests.actions import dispatcher, due_requests
from reviews.engine.runs.actions import controls, supervisor
from reviews.models import EvaluationRun, LLMAttempt, LLMPrice, Spending
from tests.reviews.machine import make_due, make_run, saying

BUDGET, COST = Decimal("0.05"), Decimal("0.001")  # what a call of the stand-in model costs


@pytest.fixture
def run(bob, monkeypatch):
    """A run of 60 calls; each may cost six times as much as it does."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    rates = {"input_cost_per_token": 1e-7, "output_cost_per_token": 4e-6}
    LLMPrice.objects.create(sha256="1" * 64, model="openai/gpt-4o-mini", rates=rates, source="a list")
    run = make_run(bob, rows=60, model="openai/gpt-4o-mini")
    return controls.set_policy(run=run, changes={"budget_usd": str(BUDGET), "min_batch_size": None}, by=bob.user)


def ask(run, places=16):
    """One round of a dispatcher with so many places; false once nothing can be taken."""
    make_due(run)
    claimed = due_requests.claim_many(due_requests.stages_due(), limit=places)
    dispatcher.Dispatcher(concurrency=places).work(claimed)
    return bool(claimed)


def test_small_budget_ends_within_one_call_of_its_limit(run, model):
    model(saying())

    while ask(run):
        pass

    run.refresh_from_db()
    spending = Spending.objects.get(run=run)
    worst = Decimal("0.0055")  # of one call
    assert (run.desired_state, run.status) == ("pause", "paused")
    assert "no room for the most that another request may cost" in str(run.status_reason)
    assert BUDGET - worst < spending.spent_usd <= BUDGET and spending.reserved_usd == 0
    assert LLMAttempt.objects.count() == spending.spent_usd / COST


def test_run_that_waits_for_its_calls_is_not_shown_as_held_by_the_provider(run, model):
    model(saying())
    claimed = due_requests.claim_many(due_requests.stages_due(), limit=16)

    dispatcher.Dispatcher(concurrency=16).work(claimed)

    run.refresh_from_db()
    assert (run.desired_state, run.held_reason) == ("run", BUDGET_RESERVED())
    assert due_requests.stages_due() == []
    supervisor.advance(run)
    assert EvaluationRun.objects.get(pk=run.pk).status == "running"
    assert run.requests.filter(state="waiting").values_list("attempts", flat=True).distinct().get() == 0

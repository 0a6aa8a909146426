"""What a run is likely to cost and to take, told before it is started."""

from decimal import Decimal

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.models import EvaluationRun, LLMAttempt, RateLimitProfile
from reviews.scorers.actions import run_estimates
from tests import factories
from tests.reviews.machine import CRITIC, make_run, saying, work_until_quiet
from tests.reviews.pair_runs import make_pair_run, make_pair_task
from tests.statements import at_most

MODEL = "openai/gpt-4o-mini"


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")


def task_of(member, rows):
    return factories.make_task(factories.make_version(factories.make_dataset(member.organization), rows=rows))


def test_unknown_models_have_list_prices_and_pairs_count_twice(bob):
    found = run_estimates.estimate(task=task_of(bob, 4), model=MODEL)
    answers, own, critic = found.steps
    assert (answers.requests, own.requests, critic.requests, found.requests) == (4, 4, 4, 12)
    assert answers.input_tokens > 4 * 300 and answers.output_tokens == 4 * 325  # a quarter of 1,300 tokens of room
    rates = Decimal("0.00000015"), Decimal("0.0000006")
    assert answers.cost_usd == answers.input_tokens * rates[0] + answers.output_tokens * rates[1]
    assert found.cost_usd == answers.cost_usd + own.cost_usd + critic.cost_usd
    assert (found.seconds, found.is_batched, answers.is_measured) == (None, False, False)
    assert EvaluationRun.objects.count() == 0 and LLMAttempt.objects.count() == 0

    task = make_pair_task(bob)
    found = run_estimates.estimate(task=task, model=MODEL)
    run = make_pair_run(bob, critic=True)
    assert [step.name for step in found.steps] == list(run.stages.order_by("position").values_list("kind", flat=True))
    assert found.requests == 4 * task.items.count()


def test_earlier_calls_say_how_long_answers_are_and_how_much_time_they_take(bob, model):
    model(saying())
    work_until_quiet(make_run(bob, rows=2, model=MODEL, critic=True))
    LLMAttempt.objects.update(latency_ms=3000, completion_tokens=40)

    models = {"model": MODEL, "critic_model": CRITIC}
    found = run_estimates.estimate(task=task_of(bob, 32), policy={"min_batch_size": None}, **models)

    assert found.steps[0].is_measured and found.steps[0].output_tokens == 32 * 40
    assert found.seconds == 3 * 32 * 3.0 / 32
    LLMAttempt.objects.filter(request__stage__kind__in=["critic_answer", "score_critic"]).delete()
    assert run_estimates.estimate(task=task_of(bob, 32), policy={"min_batch_size": None}, **models).seconds == 9.0
    RateLimitProfile.objects.create(
        organization=bob.organization, version=1, name="slow", provider="openai", requests_per_minute=4
    )
    slow = {"min_batch_size": None, "rate_limit_profile": "slow"}
    assert run_estimates.estimate(task=task_of(bob, 32), policy=slow, **models).seconds == 3 * 32 * 60 / 4


def test_batches_cost_half_and_take_as_long_as_they_take(bob):
    task = task_of(bob, 20)

    direct = run_estimates.estimate(task=task, model=MODEL, policy={"min_batch_size": None})
    batched = run_estimates.estimate(task=task, model=MODEL)
    assert run_estimates.offers(task=task, model=MODEL) == {"now": direct, "batch": batched}

    assert batched.is_batched and batched.seconds is None
    assert abs(batched.cost_usd * 2 - direct.cost_usd) < Decimal("0.000001")


def test_simulated_unpriced_and_impossible_runs(bob):
    simulated = run_estimates.estimate(task=task_of(bob, 2), model="simulated-careful")
    unknown = run_estimates.estimate(task=task_of(bob, 2), model="openai/of-my-own")
    assert simulated.simulated and simulated.cost_usd is None
    assert not unknown.simulated and unknown.cost_usd is None

    task = task_of(bob, 1)
    for wrong in (
        {"model": "no model!"},
        {"model": MODEL, "policy": {"speed": 1}},
        {"model": MODEL, "critic_model": "no model!"},
        {"model": MODEL, "parameters": {"heat": 1}},
    ):
        with pytest.raises(InvalidInput):
            run_estimates.estimate(task=task, **wrong)


def test_many_items_cost_as_many_statements_as_one(bob):
    for rows in (1, 60):
        task = task_of(bob, rows)
        with at_most(20):
            run_estimates.estimate(task=task, model=MODEL)

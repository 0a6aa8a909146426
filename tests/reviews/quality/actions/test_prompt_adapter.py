"""A model as the gradings ask it: every prompt is a request of the ledger."""

from dataclasses import replace
from decimal import Decimal

import pytest

from evalhub import invariants
from reviews.engine.client.exchange import FATAL
from reviews.engine.runs.actions import supervisor
from reviews.grading import ExactMatchJudge, LLMAdapter, PairedGrader, RunConfig
from reviews.models import EvaluationRun, LLMAttempt, LLMRequest
from reviews.quality.actions.prompt_adapter import LedgerAdapter
from reviews.quality.adapters import LLMAPIError, LLMConfigurationError, LLMRateLimitError, LLMTimeoutError
from tests.reviews.batch_world import serving
from tests.reviews.machine import failing, outcome_of, play

pytestmark = pytest.mark.django_db


class Tracker:
    """A budget that remembers what it was charged."""

    def __init__(self):
        self.charged = []

    def charge(self, cost_usd):
        self.charged.append(cost_usd)


@pytest.fixture
def adapter(bob):
    return LedgerAdapter("simulated-careful", organization=bob.organization, by=bob.user)


def four(call):
    return replace(outcome_of({}), text="Four.", parsed=None, parsed_from="", latency_ms=250)


def test_prompt_is_a_request_with_a_try_and_a_cost(adapter, monkeypatch):
    asked = []
    play(monkeypatch, lambda call: asked.append(call) or four(call))
    tracker = Tracker()
    config = RunConfig(
        temperature=0.2,
        max_tokens=9,
        timeout_seconds=3.0,
        budget_tracker=tracker,
        model_params={"seed": 1, "json_schema": {}},
    )

    response = adapter.execute_prompt("2 + 2?", config)

    assert (response.content, response.usage) == ("Four.", {"prompt_tokens": 100, "completion_tokens": 20})
    assert (response.metadata["provider"], response.metadata["latency_seconds"]) == ("openai", 0.25)
    (call,) = asked
    assert (dict(call.parameters), call.max_tokens) == ({"seed": 1, "temperature": 0.2}, 9)
    assert LLMRequest.objects.get().state == "done" and LLMAttempt.objects.get().cost_usd == Decimal("0.001")
    assert tracker.charged == [Decimal("0.001")]
    supervisor.RUNS.round()
    assert EvaluationRun.objects.get().status == "completed" and invariants.broken() == []


def test_same_prompt_is_asked_anew(adapter, monkeypatch):
    play(monkeypatch, four)

    for _ in range(2):
        adapter.execute_prompt("2 + 2?", RunConfig())
    adapter.execute_prompt("2 + 2?", RunConfig(temperature=1.0))

    versions = LLMRequest.objects.order_by("pk").values_list("stage__lane", "request_version", "replaced")
    assert list(versions) == [(0, 1, True), (0, 2, False), (1, 1, False)]
    assert EvaluationRun.objects.count() == 1


@pytest.mark.parametrize(
    "error_class, kind",
    [
        ("timeout", LLMTimeoutError),
        ("rate_limited", LLMRateLimitError),
        ("refused", LLMAPIError),
    ],
)
def test_failure_is_one_of_the_family(adapter, monkeypatch, error_class, kind):
    play(monkeypatch, failing(FATAL, error_class, "It did not work."))

    with pytest.raises(kind, match="It did not work") as failed:
        adapter.execute_prompt("2 + 2?", RunConfig())

    assert failed.value.details == {"error_class": error_class}


def test_without_a_key_nothing_is_waited_for(bob, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "EVALHUB_SIMULATED_URL"):
        monkeypatch.delenv(name, raising=False)
    adapter = LedgerAdapter("openai/gpt-4o", organization=bob.organization)

    assert isinstance(adapter, LLMAdapter) and not adapter.validate_config(RunConfig())
    with pytest.raises(LLMConfigurationError, match="OPENAI_API_KEY"):
        adapter.execute_prompt("2 + 2?", RunConfig())
    assert LLMRequest.objects.get().state == "cancelled"


@pytest.mark.parametrize(
    "config, fits",
    [
        (RunConfig(temperature=0.0, max_tokens=5), True),
        (RunConfig(temperature=-1.0), False),
        (RunConfig(max_tokens=-1), False),
    ],
)
def test_config_is_checked_without_asking(bob, monkeypatch, config, fits):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")

    assert LedgerAdapter("openai/gpt-4o", organization=bob.organization).validate_config(config) is fits
    assert LLMRequest.objects.count() == 0


def test_two_models_are_graded_over_http(bob, monkeypatch):
    with serving(monkeypatch):
        models = [LedgerAdapter(f"openai/simulated-{name}", organization=bob.organization) for name in ("careful", "x")]

        result = PairedGrader(ExactMatchJudge()).grade(*models, "What is 2 plus 2?", RunConfig(temperature=0.0))

    assert 0 <= result.quality_score <= 1
    assert result.candidate_response.metadata["simulated"] is True
    assert LLMRequest.objects.filter(state="done").count() == 2

"""The client with litellm itself, over real HTTP, against the simulated provider. One import for the module."""

import itertools
import json
import subprocess
import sys

import pytest

from reviews.engine.client.completion import complete
from tests.reviews.engine.client.calls import Judged, call

pytestmark = pytest.mark.usefixtures("environment")
WIRES = ("openai", "anthropic", "gemini")
SECRET = "sk-canary-0123456789abcdef"


def test_importing_the_client_does_not_import_litellm():
    code = (
        "import sys, reviews.engine.client.completion;"
        "print([n for n in ('litellm', 'openai', 'httpx') if n in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "model",
    [
        "simulated-careful",
        "anthropic/simulated-careful",
        "gemini/simulated-careful",
        "openai/gpt-4o",
        "anthropic/claude-sonnet-4-5",
        "gemini/gemini-2.5-flash",
    ],
)
def test_three_wires_answer_in_the_wanted_form(provider, model):
    outcome = complete(call(model))

    assert outcome.status == "ok", outcome.error_message
    assert Judged.model_validate(outcome.parsed).case_ref == "77fe01"
    assert (outcome.simulated, outcome.cost_usd, outcome.cost_status) == (True, None, "unpriced")
    assert "simulated" in outcome.model_returned
    assert outcome.usage.prompt_tokens > 50 and outcome.usage.completion_tokens > 10
    assert json.dumps(outcome.raw)
    assert provider.log()["requests"] == 1


# A status of HTTP means the same on each wire; what an answer holds does not.
STATUSES = [
    ("429", "retryable", "rate_limited"),
    ("500", "retryable", "server_error"),
    ("400", "fatal", "bad_request"),
    ("401", "blocked", "key_refused"),
    ("403", "blocked", "permission_denied"),
    ("404", "fatal", "model_not_found"),
    ("close", "retryable", "connection"),
]
ANSWERS = [
    ("529", "retryable", "overloaded"),
    ("truncate", "retryable", "answer_truncated"),
    ("garbage", "retryable", "unparsable_answer"),
    ("refuse", "fatal", "refused"),
]


@pytest.mark.parametrize(
    ("provider_name", "fault"),
    [*zip(itertools.cycle(WIRES), STATUSES), *itertools.product(WIRES, ANSWERS)],
)
def test_faults_become_outcomes_after_a_single_request(provider, provider_name, fault):
    fault, status, error_class = fault
    outcome = complete(call(f"{provider_name}/simulated-fault-{fault}"))

    assert outcome.status == status, outcome
    assert outcome.error_class in {error_class, "server_error" if error_class == "overloaded" else ""}
    assert outcome.error_message and outcome.simulated and outcome.parsed is None
    assert provider.log()["requests"] == 1


def test_a_slow_provider_is_a_timeout():
    outcome = complete(call("simulated-fault-slow", timeout_seconds=0.3))

    assert (outcome.status, outcome.error_class) == ("retryable", "timeout")
    assert outcome.latency_ms >= 300


@pytest.mark.parametrize("provider_name", WIRES)
def test_retry_after_is_read(provider, provider_name):
    outcome = complete(call(f"{provider_name}/simulated-fault-retry-after"))

    assert outcome.retry_after_seconds == 1.0


def test_nobody_listening_is_a_connection_failure(environment):
    environment.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")

    assert complete(call()).error_class == "connection"


def test_the_key_is_in_no_outcome_and_on_no_stream(environment, provider, capfd, caplog):
    environment.setenv("OPENAI_API_BASE", provider.url)
    environment.setenv("OPENAI_API_KEY", SECRET)
    provider.fail({"status": 401}, {"status": 500})

    outcomes = [complete(call("openai/gpt-4o")) for _ in range(3)]

    streams = capfd.readouterr()
    assert [outcome.status for outcome in outcomes] == ["blocked", "retryable", "ok"]
    assert SECRET not in f"{outcomes}{streams.out}{streams.err}{caplog.text}"
    assert outcomes[2].simulated


def test_missing_keys_block_with_the_name_of_the_variable(environment):
    environment.delenv("OPENAI_API_BASE")
    environment.delenv("MISTRAL_API_KEY", raising=False)

    known = complete(call("openai/gpt-4o"))
    other = complete(call("mistral/mistral-small-latest"))

    assert (known.status, known.error_class) == ("blocked", "not_configured")
    assert "OPENAI_API_KEY" in str(known.error_message)
    assert (other.status, "MISTRAL_API_KEY" in str(other.error_message)) == ("blocked", True)


def test_parameters_that_a_model_does_not_take_are_left_out_and_named(provider):
    outcome = complete(call("openai/gpt-5", parameters={"temperature": 0, "seed": 7}))

    assert outcome.status == "ok", outcome.error_message
    assert outcome.dropped_parameters == ("temperature",)
    assert provider.log()["requests"] == 1


def test_nothing_but_declared_parameters_may_be_sent(provider):
    for name in ("api_base", "api_key", "extra_headers", "mock_response", "callbacks"):
        outcome = complete(call(parameters={name: "x"}))

        assert (outcome.status, outcome.error_class) == ("fatal", "unknown_parameter"), name
    assert provider.log()["requests"] == 0


def test_extras_that_nobody_has_checked_are_not_sent(environment, provider):
    environment.setenv("MISTRAL_API_BASE", provider.url)
    for model in ("simulated-careful", "anthropic/simulated-careful", "mistral/some-model"):
        for parameters in [{"extra_body": {"model": "other"}}, {"thinking": "much"}, {"top_k": "40"}]:
            outcome = complete(call(model, parameters=parameters))

            assert (outcome.status, outcome.error_class) == ("fatal", "invalid_parameter"), (model, parameters)
    assert provider.log()["requests"] == 0


def test_a_name_that_no_provider_knows_is_fatal():
    outcome = complete(call("nobody-knows-this"))

    assert (outcome.status, outcome.error_class) == ("fatal", "unknown_provider")

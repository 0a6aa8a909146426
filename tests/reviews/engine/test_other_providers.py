"""Providers that litellm serves: one request over our own connections, no redirect followed, nothing repeated."""

import json

import pytest

from reviews.engine.client import completion
from reviews.engine.client.endpoints import Endpoint
from reviews.engine.client.exchange import LLMCall
from tests.lib.egress.raw_server import answer, beside, drip, reset

# Each of litellm's ways to send: OpenAI's SDK, and its own handler.
PROVIDERS = sorted(completion._OVER_SDK - {"azure"}) + [
    "azure_ai",
    "deepseek",
    "fireworks_ai",
    "groq",
    "hosted_vllm",
    "huggingface",
    "mistral",
    "openrouter",
    "together_ai",
    "xai",
]
SAID = json.dumps(
    {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "service_tier": "default",  # litellm cannot read Groq's answers without it
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Yes."}}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }
).encode()


@pytest.fixture(autouse=True)
def listed(monkeypatch, settings):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1")
    settings.LLM_CALL_SECONDS, settings.LLM_CALL_BYTES = 60.0, 100_000


def ask(provider, respond, **overrides):
    with beside(respond) as server:
        endpoint = Endpoint(provider, f"{provider}/some-model", f"http://127.0.0.1:{server.port}", "sk-12345678")
        call = LLMCall(endpoint.model, ({"role": "user", "content": "Hello"},), max_tokens=9, **overrides)
        asked = completion._PreparedCall(call, endpoint, None)
        return completion.start(asked.over_litellm()).result(100), server


@pytest.mark.parametrize("provider", PROVIDERS)
def test_redirects_resets_and_limits_are_met_by_one_request(provider):
    limited = answer(b'{"error": {"message": "Slow."}}', "429 Too Many", content_type="application/json")
    for respond in (answer(status="302 Found", location="/elsewhere"), reset, limited):
        found, server = ask(provider, respond)

        assert (found.status, len(server.asked)) == ("retryable", 1), (found, respond)
        assert "litellm" not in str(found.error_message) and "Exception" not in str(found.error_message)


def test_answers_are_read_and_priced_within_time_and_size():
    found, _ = ask("mistral", answer(SAID, content_type="application/json"))
    assert (found.status, found.text, found.finish_reason, found.simulated) == ("ok", "Yes.", "stop", False)
    assert (found.usage.prompt_tokens, found.cost_status) == (3, "unpriced")

    found, server = ask("mistral", drip, timeout_seconds=0.3)
    assert (found.status, found.error_class, len(server.asked)) == ("retryable", "timeout", 1)

    found, _ = ask("mistral", answer(b" " * 100_001, content_type="application/json"))
    assert found.status == "retryable" and "TooLarge" not in str(found.error_message)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_extras_reach_the_body_of_every_provider(provider):
    extras = {"top_k": 40, "extra_body": {"min_p": 0.1, "top_k": 7, "labels": {"team": "a"}}}
    found, server = ask(provider, answer(SAID, content_type="application/json"), parameters=extras)
    body = json.loads(server.asked[0][1])

    assert found.status == "ok" and found.dropped_parameters == ("extra_body.top_k",), found
    assert (body["top_k"], body["min_p"], body["labels"]) == (40, 0.1, {"team": "a"})


def test_parameters_that_a_model_does_not_take_are_left_out_and_named():
    parameters = {"verbosity": "low", "temperature": 0.5}
    found, server = ask("mistral", answer(SAID, content_type="application/json"), parameters=parameters)

    assert found.status == "ok" and found.dropped_parameters == ("verbosity",)
    assert json.loads(server.asked[0][1])["temperature"] == 0.5

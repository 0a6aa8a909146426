"""Names of models that lead nowhere but to an allowed provider."""

import pytest

from reviews.engine.client import completion, model_names
from reviews.engine.client.endpoints import resolve
from tests.reviews.engine.client.calls import call

GOOD = [
    "openai/gpt-4o-mini", "gpt-4.1", "claude-sonnet-4-5", "gemini/gemini-2.5-flash", "simulated-careful", "o3",
    "bedrock/us.anthropic.claude-3-5-sonnet-20241022-v2:0", "ollama/llama3:8b", "ollama/gemma2:27b",
    "together_ai/meta-llama/Llama-3.3-70B-Instruct-Turbo", "openrouter/01-ai/yi-34b", "groq/llama-3.1-8b-instant",
    "openai/ft:gpt-4o-mini-2024-07-18:acme::abc123", "gpt-4o-2024-08-06", "fireworks_ai/accounts/fireworks/models/x",
    "claude-3-haiku-20240307", "vertex_ai/claude-opus-4-1",
]  # fmt: skip
BAD = [
    "", "openai/http://127.0.0.1/x", "https://evil.example/v1", "openai/x@evil.example", "openai/../../etc/passwd",
    "openai/a b", "openai/a\tb", "openai/a\nb", "openai//x", "/x", "openai/", "openai/%2e%2e", "openai/x?y=1",
    "openai/x#y", "openai/a\\b", "openai/[::1]", "huggingface/127.0.0.1", "huggingface/127.0.0.1:8080/x",
    "ollama/localhost", "ollama/localhost:11434", "huggingface/evil.com/x", "huggingface/evil.com:8080",
    "azure_ai/metadata.google.internal", "openai/169.254.169.254", "openai/2130706433", "openai/0x7f.0x0.0x0.0x1",
    "huggingface/127.1", "huggingface/0177.1:80", "huggingface/0x7f.1", "huggingface/models.default.svc",
    "openai/fe80:0:0:0:1", "openai/\u202egpt", "openai/gpt\u200b-4o", "gemini/x:generateContent?key=", "a" * 201,
]  # fmt: skip


def test_names_of_models_hold_no_address():
    assert [name for name in GOOD if model_names.problem_of(name)] == []

    assert [name for name in BAD if not model_names.problem_of(name)] == []
    assert all(resolve(name).blocked_reason for name in BAD)

    assert len(model_names.problem_of("a/" * 5000)) < 400


@pytest.mark.parametrize("model", ["mistral/mistral-small-latest", "gpt-4o", "vertex_ai/gemini-2.5-flash"])
def test_providers_are_those_of_the_setting(monkeypatch, model):
    monkeypatch.setenv("EVALHUB_MODEL_PROVIDERS", "anthropic, gemini")

    reason = resolve(model).blocked_reason

    assert "Valid: anthropic, gemini" in reason and "EVALHUB_MODEL_PROVIDERS" in reason
    assert "Valid" not in resolve("claude-sonnet-4-5").blocked_reason


def test_providers_that_nobody_allowed_are_not_asked():
    assert "Valid: " in resolve("litellm_proxy/x").blocked_reason

    for model in ("openai/x@evil.example", "custom_openai/x", "huggingface/127.0.0.1"):
        outcome = completion.complete(call(model))

        assert (outcome.status, outcome.error_class) == ("fatal", "unknown_provider"), model

"""Calls of a known form: the same request and the same outcome as litellm's own, without litellm in between."""

import json
from dataclasses import replace

import httpx
import pytest

from reviews.llm import client, direct, loop
from tests.reviews.llm.calls import call

pytestmark = pytest.mark.usefixtures("environment")
FAULTS = ("429", "500", "400", "401", "404", "close", "truncate", "garbage", "refuse", "retry-after")


@pytest.fixture(autouse=True)
def forgotten():
    client._litellm()  # imported outside of what is timed
    client._new_form.cache_clear()


def ask(*calls):
    return [loop.start(client.acomplete(each)).result(timeout=100) for each in calls]


def lasting(outcome):
    """An Outcome without what no two calls have in common."""
    return replace(outcome, latency_ms=0, raw={**outcome.raw, "id": "", "created": 0})


def test_outcome_is_the_one_of_litellm():
    for model in ["openai/gpt-4o", "simulated-careful", "anthropic/simulated-careful"]:
        asked = call(model, parameters={"temperature": 0.2})

        (found,) = ask(asked)

        assert found.status == "ok" and lasting(found) == lasting(client.complete(asked)), model


@pytest.mark.parametrize("fault", FAULTS)
def test_failure_is_the_one_of_litellm_after_a_single_request(provider, fault):
    asked = call(f"openai/simulated-fault-{fault}")

    (found,) = ask(asked)

    assert provider.log()["requests"] == 1
    assert found.status != "ok" and lasting(found) == lasting(client.complete(asked))


@pytest.mark.parametrize("body", [
    {"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": "many"}},
    {"choices": [{"message": {"content": "{}", "tool_calls": 3}, "finish_reason": 7}], "usage": {}, "model": 5},
    {"choices": []}, {"error": {"message": "No."}},
])
def test_odd_answer_is_read_as_litellm_reads_it(monkeypatch, body):
    asked = call("openai/gpt-4o")

    class Http:
        async def send(self, request):
            return httpx.Response(200, json=body, request=request)

    monkeypatch.setattr(client, "_http", Http)

    (found,) = ask(asked)

    assert lasting(found) == lasting(client._complete(asked, lambda request: httpx.Response(200, json=body)))


def test_slow_provider_is_a_timeout():
    (found,) = ask(call("simulated-fault-slow", timeout_seconds=0.3))

    assert (found.status, found.error_class) == ("retryable", "timeout")
    assert found.latency_ms >= 300


def test_nobody_listening_is_a_connection_failure(environment):
    environment.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")

    (found,) = ask(call())

    assert (found.status, found.error_class) == ("retryable", "connection")


def test_litellm_is_asked_once_for_calls_that_differ_in_their_texts(monkeypatch, provider):
    litellm, asked = client._litellm(), []
    plain = litellm.completion
    monkeypatch.setattr(litellm, "completion", lambda **arguments: asked.append(1) or plain(**arguments))
    first = call()

    outcomes = ask(first, first.with_messages(({"role": "system", "content": 'Say "é\n"'}, first.messages[1])), first)

    assert {outcome.status for outcome in outcomes} == {"ok"}
    assert (len(asked), provider.log()["requests"]) == (1, 3)


def test_body_and_headers_are_those_of_litellm(provider):
    asked = call(parameters={"temperature": 0.2}).with_messages((
        {"role": "system", "content": "Zitat: „\\u2060“ \"x\"\\ \n"}, {"role": "user", "content": "🙂 {0}"},
    ))

    request = client._form_of(client._Asked.of(asked)).request(asked)

    assert json.loads(request.content) == client.wire_request(asked).body
    assert str(request.url) == f"{provider.url}/v1/chat/completions"
    assert request.headers["authorization"].startswith("Bearer ")
    assert request.headers["content-length"] == str(len(request.content))
    assert provider.log()["requests"] == 0


def test_parameters_that_a_model_does_not_take_are_left_out_and_named():
    first, second = ask(*[call("openai/gpt-5", parameters={"temperature": 0, "seed": 7})] * 2)

    assert first.status == second.status == "ok"
    assert first.dropped_parameters == second.dropped_parameters == ("temperature",)


def test_key_of_another_account_makes_another_form(environment, provider):
    environment.setenv("OPENAI_API_BASE", provider.url)
    sent = set()
    for key in ("sk-one-0123456789", "sk-two-0123456789"):
        environment.setenv("OPENAI_API_KEY", key)
        asked = client._Asked.of(call("openai/gpt-4o"))
        sent.add(client._form_of(asked).request(asked.call).headers["authorization"])

    assert sent == {"Bearer sk-one-0123456789", "Bearer sk-two-0123456789"}


def test_what_is_no_completion_is_left_to_litellm():
    for body in ["{", "[]", "{}", '{"choices": []}', '{"choices": [3]}', b"\xff"]:
        assert direct.plain_answer(httpx.Response(200, content=body)) is None, body


def test_field_that_is_new_or_of_another_type_is_left_to_litellm():
    for path, value in [
        ((), {"error": {"message": "No."}}), ((), {"usage": None}), ((), {"model": 5}), ((), {"new": "field"}),
        (("usage",), {"prompt_tokens": "many"}), (("usage",), {"prompt_tokens_details": {"cached_tokens": "1"}}),
        (("choices", 0), {"finish_reason": 7}), (("choices", 0), {"message": "{}"}),
        (("choices", 0, "message"), {"tool_calls": [{"id": "1"}]}), (("choices", 0, "message"), {"content": ["{}"]}),
    ]:
        body = {
            "id": "1", "object": "chat.completion", "created": 1, "model": "gpt-4o",
            "choices": [{"index": 0, "finish_reason": "stop", "logprobs": None,
                         "message": {"role": "assistant", "content": "{}", "refusal": None, "annotations": []}}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2,
                      "prompt_tokens_details": {"cached_tokens": 1, "audio_tokens": 0}},
        }
        assert direct.plain_answer(httpx.Response(200, json=body)) == body, (path, value)
        changed = body
        for step in path:
            changed = changed[step]
        changed.update(value)

        assert direct.plain_answer(httpx.Response(200, json=body)) is None, (path, value)


def test_text_that_a_wire_moves_makes_no_form():
    request = httpx.Request("POST", "http://x/v1/chat/completions", content=json.dumps({"messages": []}))

    assert direct.RequestForm.of(request, texts=1, dropped=()) is None

"""Bodies of batches are those of direct calls, and their answers are read as those of direct calls are."""

import json

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.llm import client, endpoints
from reviews.llm.wire import BodyTemplate
from tests.reviews.llm.calls import call

pytestmark = pytest.mark.usefixtures("environment")
MODELS = ("openai/gpt-4o", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash", "openai/simulated-careful",
          "anthropic/simulated-careful", "gemini/simulated-careful", "vertex_ai/simulated-careful")
each_model = pytest.mark.parametrize("model", MODELS)


@each_model
def test_nothing_is_sent_and_the_body_is_the_one_of_a_direct_call(provider, monkeypatch, model):
    sent = []
    plain = httpx.Client.send

    def note(self, request, **options):
        if request.url.path != "/control":
            sent.append(json.loads(request.read()))
        return plain(self, request, **options)

    wanted = client.wire_request(call(model, parameters={"temperature": 0.2}))
    assert provider.log()["requests"] == 0

    monkeypatch.setattr(httpx.Client, "send", note)
    client.complete(call(model, parameters={"temperature": 0.2}))

    assert sent == [wanted.body]


@each_model
def test_answers_are_read_as_those_of_direct_calls(provider, model):
    asked = call(model)
    body = client.wire_request(asked).body
    path = {"openai": "/v1/chat/completions", "anthropic": "/v1/messages"}.get(
        model.split("/")[0], f"/v1beta/models/{model.split('/')[1]}:generateContent"
    )
    answer = provider.post(path, body)

    read, direct = client.read_answer(asked, status_code=200, body=answer.body), client.complete(asked)

    assert (read.status, read.text, read.parsed, read.usage, read.finish_reason) == (
        direct.status, direct.text, direct.parsed, direct.usage, direct.finish_reason,
    )
    assert read.status == "ok" and read.model_returned == direct.model_returned and read.simulated


def test_failures_are_sorted_as_those_of_direct_calls():
    for code, status in [(400, "fatal"), (401, "blocked"), (429, "retryable"), (500, "retryable")]:
        for model in MODELS[:3]:
            body = {"type": "error", "error": {"type": "x", "message": "No.", "code": code}}

            assert client.read_answer(call(model), status_code=code, body=body).status == status, (model, code, status)


@pytest.mark.parametrize("model", MODELS[:3])
@given(texts=st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40), min_size=2, max_size=2))
def test_template_fills_in_what_litellm_would_have_written(model, texts):
    template = _template(model)
    messages = tuple({"role": role, "content": text} for role, text in zip(("system", "user"), texts, strict=True))

    filled = template.fill(messages)

    found = json.dumps(filled, ensure_ascii=False)
    assert all(json.dumps(text, ensure_ascii=False)[1:-1] in found for text in texts)
    assert "evalhub-message" not in found


@each_model
def test_template_and_direct_body_are_the_same(model):
    asked = call(model)

    assert _template(model).fill(asked.messages) == client.wire_request(asked).body


def test_calls_that_cannot_be_sent_have_no_body(environment):
    environment.delenv("OPENAI_API_BASE")

    with pytest.raises(ValueError, match="has no key"):
        client.wire_request(call("openai/gpt-4o"))


def _template(model):
    if model not in _TEMPLATES:
        _TEMPLATES[model] = BodyTemplate.of(call(model), client.wire_request)
    return _TEMPLATES[model]


_TEMPLATES = {}


@pytest.fixture
def in_googles_cloud(environment):
    environment.setenv("EVALHUB_VERTEX_PROJECT", "acme")
    environment.setenv("EVALHUB_VERTEX_LOCATION", "europe-west4")
    environment.setattr(endpoints, "_has_google_auth", lambda: True)
    return environment


def test_vertex_bodies_are_built_without_an_account_and_are_those_of_vertex(in_googles_cloud):
    from litellm.llms.vertex_ai.vertex_llm_base import VertexBase

    asked = call("vertex_ai/gemini-2.5-flash", parameters={"temperature": 0.2, "reasoning_effort": "low"})
    built = client.wire_request(asked)
    in_googles_cloud.setattr(VertexBase, "get_access_token", lambda *args, **options: ("token", "acme"))
    arguments = endpoints.Endpoint.litellm_arguments
    in_googles_cloud.setattr(endpoints.Endpoint, "litellm_arguments", lambda own, is_sent: arguments(own, is_sent=True))

    assert client.wire_request(asked).body == built.body


def test_vertex_answers_cost_what_vertex_takes_in_a_batch(in_googles_cloud):
    usage = {"promptTokenCount": 1000, "candidatesTokenCount": 100, "totalTokenCount": 1100}
    body = {"candidates": [{"content": {"parts": [{"text": "{}"}]}, "finishReason": "STOP"}], "usageMetadata": usage}

    outcome = client.read_answer(call("vertex_ai/gemini-2.5-flash"), status_code=200, body=body)

    assert outcome.cost_status == "priced" and outcome.price.model == "vertex_ai/gemini-2.5-flash"


def test_texts_find_their_places_in_any_order():
    template = BodyTemplate(
        client.WireRequest(body={"a": "\u2060evalhub-message-1\u2060, then \u2060evalhub-message-0\u2060"}, headers={}),
        ("\u2060evalhub-message-0\u2060", "\u2060evalhub-message-1\u2060"),
    )

    filled = template.fill([{"content": "\u2060evalhub-message-1\u2060"}, {"content": "user"}])

    assert filled == {"a": "user, then \u2060evalhub-message-1\u2060"}

"""One form for direct calls and for rows of batches: bodies differ in their texts only, and answers are read alike."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.engine.client import completion, endpoints
from reviews.engine.client.request_templates import RequestForm
from reviews.engine.client.wires.base import Request
from tests.reviews.engine.client.calls import call

pytestmark = pytest.mark.usefixtures("environment")
MODELS = (
    "openai/simulated-careful",
    "anthropic/simulated-careful",
    "gemini/simulated-careful",
    "vertex_ai/simulated-careful",
)
each_model = pytest.mark.parametrize("model", MODELS)


@pytest.fixture(autouse=True)
def forgotten():
    completion._new_form.cache_clear()


@each_model
def test_body_of_a_row_is_the_one_of_a_direct_call(provider, monkeypatch, model):
    asked, sent = call(model, parameters={"temperature": 0.2}), []
    http = completion._http().client
    plain = http.send

    async def send(method, url, **options):
        sent.append((url, json.loads(options["content"])))
        return await plain(method, url, **options)

    form = completion.form_of(asked)
    assert provider.log()["requests"] == 0

    monkeypatch.setattr(http, "send", send)
    outcome = completion.complete(asked)

    assert sent == [(form.url, form.body(asked.messages))] and outcome.status == "ok", outcome


@each_model
def test_answers_to_rows_are_read_as_those_of_direct_calls(provider, model):
    asked = call(model)
    form = completion.form_of(asked)
    answer = provider.post(form.url.removeprefix(provider.url), form.body(asked.messages))

    read, direct = completion.read_answer(asked, status_code=200, body=answer.body), completion.complete(asked)

    assert (read.status, read.text, read.parsed, read.usage, read.finish_reason, read.model_returned) == (
        direct.status,
        direct.text,
        direct.parsed,
        direct.usage,
        direct.finish_reason,
        direct.model_returned,
    )
    assert read.status == "ok" and read.simulated


@each_model
def test_extra_body_is_added_and_replaces_nothing(model):
    extra = {"labels": {"team": "a"}, "generationConfig": {"topK": 7, "mediaResolution": "LOW"}, "top_k": 9}
    asked = call(model, parameters={"temperature": 0.2, "top_k": 40, "extra_body": extra, "seed": None})

    form = completion.form_of(asked)
    body = form.body(asked.messages)

    plain = completion.form_of(call(model, parameters={"temperature": 0.2, "top_k": 40})).body(asked.messages)
    is_gemini = "generationConfig" in plain
    settings = {"mediaResolution": "LOW"} | (plain["generationConfig"] if is_gemini else {"topK": 7})
    assert body == {"top_k": 9, **plain, "labels": {"team": "a"}, "generationConfig": settings}
    assert set(form.dropped) - {"seed"} == {"extra_body.generationConfig.topK" if is_gemini else "extra_body.top_k"}


def test_failures_of_rows_are_sorted_as_those_of_direct_calls():
    for code, status in [(400, "fatal"), (401, "blocked"), (429, "retryable"), (500, "retryable")]:
        for model in MODELS[:3]:
            body = {"type": "error", "error": {"type": "x", "message": "No.", "code": code}}

            outcome = completion.read_answer(call(model), status_code=code, body=body)
            assert outcome.status == status, (model, code, status)


@pytest.mark.parametrize("model", MODELS[:3])
@given(texts=st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40), min_size=2, max_size=2))
def test_texts_are_filled_in_as_they_are(model, texts):
    messages = tuple({"role": role, "content": text} for role, text in zip(("system", "user"), texts, strict=True))

    body = completion.form_of(call(model)).body(messages)

    assert all(text in list(_texts(body)) for text in texts)


@pytest.mark.parametrize("text", ["\u2060evalhub-text-1\u2060", 'Quotes " and \\ and \n', "🙂 {0}", "\u2060"])
def test_text_that_looks_like_a_mark_stays_a_text(text):
    messages = ({"role": "system", "content": text}, {"role": "user", "content": "It."})

    body = completion.form_of(call("anthropic/simulated-careful")).body(messages)

    assert body["system"][0]["text"] == text and body["messages"][0]["content"][0]["text"] == "It."


def test_texts_find_their_places_in_any_order():
    body = {"a": "\u2060evalhub-text-1\u2060, then \u2060evalhub-text-0\u2060"}
    form = RequestForm.of(Request("/x", body), base="http://y", headers={"k": "v"})

    assert form.body([{"content": "first"}, {"content": "second"}]) == {"a": "second, then first"}
    assert (form.url, form.headers) == ("http://y/x", {"content-type": "application/json", "k": "v"})


def test_wire_writes_once_for_calls_that_differ_in_their_texts(provider):
    first = call()
    other = first.with_messages(({"role": "system", "content": 'Say "é\n"'}, first.messages[1]))

    outcomes = [completion.complete(each) for each in (first, other, first)]

    assert {outcome.status for outcome in outcomes} == {"ok"}
    assert (completion._new_form.cache_info().misses, provider.log()["requests"]) == (1, 3)


def test_key_of_another_account_makes_another_form(environment, provider):
    environment.setenv("OPENAI_API_BASE", provider.url)
    found = set()
    for key in ("sk-one-0123456789", "sk-two-0123456789"):
        environment.setenv("OPENAI_API_KEY", key)
        found.add(completion.form_of(call("openai/gpt-4o")).headers["authorization"])

    assert found == {"Bearer sk-one-0123456789", "Bearer sk-two-0123456789"}


def test_calls_that_cannot_be_asked_have_no_form(environment):
    for model, overrides, reason in [
        ("anthropic/simulated-careful", {"embeds": True}, "makes no vectors"),
        ("openai/simulated-careful", {"parameters": {"api_base": "x"}}, "Unknown parameter"),
    ]:
        with pytest.raises(ValueError, match=reason):
            completion.form_of(call(model, **overrides))
    environment.delenv("OPENAI_API_BASE")
    with pytest.raises(ValueError, match="has no key"):
        completion.form_of(call("openai/gpt-4o"))


def test_vertex_rows_are_built_without_an_account_and_cost_what_vertex_takes_in_a_batch(environment):
    environment.setenv("EVALHUB_VERTEX_PROJECT", "acme")
    environment.setenv("EVALHUB_VERTEX_LOCATION", "europe-west4")
    environment.setattr(endpoints, "_has_google_auth", lambda: True)
    usage = {"promptTokenCount": 1000, "candidatesTokenCount": 100, "totalTokenCount": 1100}
    body = {"candidates": [{"content": {"parts": [{"text": "{}"}]}, "finishReason": "STOP"}], "usageMetadata": usage}
    asked = call("vertex_ai/gemini-2.5-flash", parameters={"temperature": 0.2, "reasoning_effort": "low"})

    outcome = completion.read_answer(asked, status_code=200, body=body)

    assert outcome.cost_status == "priced" and outcome.price.model == "vertex_ai/gemini-2.5-flash"
    generation = completion.form_of(asked).body(asked.messages)["generationConfig"]
    assert generation["thinkingConfig"]["thinkingBudget"] == 1024


def _texts(value):
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(part)

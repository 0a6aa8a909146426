"""Wires of the simulated provider."""

import json

import pytest

from tests.demo.provider.provider import SCHEMA, openai_answer, openai_body, prompt, running

MESSAGES = "/v1/messages"
GENERATE = "/v1beta/models/simulated-careful:generateContent"


@pytest.fixture(scope="module")
def provider():
    with running() as started:
        yield started


def anthropic_body(**overrides):
    content = [{"type": "text", "text": prompt()}]
    return {
        "model": "simulated-careful",
        "system": "Judge.",
        "max_tokens": 900,
        "messages": [{"role": "user", "content": content}],
        **overrides,
    }


def gemini_body(text=None, **settings):
    return {
        "system_instruction": {"parts": [{"text": "Judge."}]},
        "contents": [{"role": "user", "parts": [{"text": text or prompt()}]}],
        "generationConfig": settings,
    }


def gemini_text(answer):
    return answer.body["candidates"][0]["content"]["parts"][0]["text"]


def test_three_wires_say_the_same(provider):
    openai = openai_answer(provider.post("/v1/chat/completions", openai_body()))
    output_format = {"type": "json_schema", "schema": SCHEMA}
    anthropic = provider.post(MESSAGES, anthropic_body(output_format=output_format)).body["content"][0]["text"]
    gemini = gemini_text(provider.post(GENERATE, gemini_body(response_json_schema=SCHEMA)))

    assert openai == json.loads(anthropic) == json.loads(gemini)


def test_repair_is_told_from_the_question_on_every_wire(provider):
    """The answer is the same, for it follows from what stood before the model's first answer."""
    turns = [
        {"role": "user", "content": prompt()},
        {"role": "assistant", "content": "Sure!"},
        {"role": "user", "content": "It could not be read."},
    ]
    parts = [
        {"role": "model" if turn["role"] == "assistant" else "user", "parts": [{"text": turn["content"]}]}
        for turn in turns
    ]
    careful = openai_answer(provider.post("/v1/chat/completions", openai_body()))

    system = {"role": "system", "content": "Judge."}
    openai = openai_answer(provider.post("/v1/chat/completions", openai_body(messages=[system, *turns])))
    schema = {"type": "json_schema", "schema": SCHEMA}
    anthropic = provider.post(MESSAGES, anthropic_body(messages=turns, output_format=schema)).body
    gemini = provider.post(GENERATE, gemini_body(response_json_schema=SCHEMA) | {"contents": parts})

    assert careful == openai == json.loads(anthropic["content"][0]["text"]) == json.loads(gemini_text(gemini))
    assert anthropic["usage"]["input_tokens"] > provider.post(MESSAGES, anthropic_body()).body["usage"]["input_tokens"]


def test_anthropic_calls_the_tool_it_is_told_to_call(provider):
    tool = {"name": "json_tool_call", "input_schema": SCHEMA}
    choice = {"type": "tool", "name": "json_tool_call"}

    answer = provider.post(MESSAGES, anthropic_body(tools=[tool], tool_choice=choice)).body

    assert answer["stop_reason"] == "tool_use"
    assert answer["content"][0]["input"]["case_ref"] == "77fe01"
    assert "simulated" in answer["model"]


def test_gemini_reads_a_schema_written_into_the_prompt(provider):
    text = f"{prompt()}\nUse this JSON schema:\n```json\n{SCHEMA!r}\n```"

    answer = provider.post(GENERATE, gemini_body(text, response_mime_type="application/json"))

    assert json.loads(gemini_text(answer))["q1_right_value"] in ("correct", "partly", "incorrect")
    assert answer.body["modelVersion"] == "simulated-careful"


def test_gemini_answers_under_both_versions(provider):
    first = provider.post(GENERATE, gemini_body())
    second = provider.post(GENERATE.replace("v1beta", "v1"), gemini_body())

    assert first.body == second.body


def test_without_a_schema_the_answer_is_prose(provider):
    answer = provider.post("/v1/chat/completions", openai_body(response_format=None))

    text = answer.body["choices"][0]["message"]["content"]
    assert text.startswith("Simulated") and "{" not in text


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("/v1/chat/completions", openai_body(model="simulated-fault-429"), ("error", "code", "rate_limit_exceeded")),
        (MESSAGES, anthropic_body(model="simulated-fault-529"), ("error", "type", "overloaded_error")),
        (GENERATE.replace("careful", "fault-503"), gemini_body(), ("error", "status", "UNAVAILABLE")),
    ],
)
def test_errors_have_the_shape_of_their_wire(provider, path, body, kind):
    outer, inner, word = kind

    assert provider.post(path, body).body[outer][inner] == word


def test_usage_grows_with_the_text(provider):
    short = provider.post(MESSAGES, anthropic_body()).body["usage"]
    long = provider.post(MESSAGES, anthropic_body(system="Judge. " * 100)).body["usage"]

    assert long["input_tokens"] > short["input_tokens"] > 20
    assert short["output_tokens"] > 0

"""Anthropic's messages."""

import json

import pytest
from pydantic import BaseModel, Field

from reviews.engine.client.exchange import LLMCall, Usage
from reviews.engine.client.wires import registry


class Part(BaseModel):
    score: int = Field(ge=1, le=5)


class Judged(BaseModel):
    parts: list[Part]


class Open(BaseModel):
    by_name: dict[str, float]


WIRE = registry["anthropic"]
MESSAGES = (
    {"role": "system", "content": "Judge."},
    {"role": "user", "content": "It."},
    {"role": "assistant", "content": "No."},
    {"role": "user", "content": "Again."},
)


def chat(model="claude-sonnet-4-5", **overrides):
    call = LLMCall(model, overrides.pop("messages", MESSAGES), **{"max_tokens": 3000, **overrides})
    return WIRE.chat(call, model)


def answer(*content, **overrides):
    return {"content": list(content), "stop_reason": "end_turn", "model": "claude-x", **overrides}


def test_system_prompt_stands_apart():
    found = chat()

    assert (found.path, found.headers) == ("/v1/messages", {})
    assert found.body["system"] == [{"type": "text", "text": "Judge."}]
    assert [(each["role"], each["content"][0]["text"]) for each in found.body["messages"]] == [
        ("user", "It."),
        ("assistant", "No."),
        ("user", "Again."),
    ]
    alone = chat(messages=MESSAGES[:1]).body
    assert "system" not in alone and alone["messages"][0]["role"] == "user"


@pytest.mark.parametrize("model", ["claude-sonnet-4-5", "claude-haiku-4-5-20251001", "claude-opus-5"])
def test_models_with_a_grammar_are_given_the_schema_with_bounds_as_words(model):
    found = chat(model, response_format=Judged)
    form = found.body["output_format"]

    assert found.headers == {"anthropic-beta": "structured-outputs-2025-11-13"} and "tools" not in found.body
    assert form["schema"]["properties"]["parts"]["items"]["properties"]["score"] == {
        "title": "Score",
        "type": "integer",
        "description": "Note: minimum value: 1, maximum value: 5.",
    }


@pytest.mark.parametrize(
    "model, form",
    [
        ("claude-3-haiku-20240307", Judged),
        ("claude-sonnet-4-20250514", Judged),
        ("some-model", Judged),
        ("claude-sonnet-4-5", Open),
    ],
)
def test_other_models_and_open_schemas_must_call_a_tool(model, form):
    found = chat(model, response_format=form)
    (tool,) = found.body["tools"]

    assert found.body["tool_choice"] == {"type": "tool", "name": tool["name"]} and found.headers == {}
    assert "$ref" not in json.dumps(tool) and "$defs" not in json.dumps(tool)


def test_thinking_has_room_and_takes_no_other_temperature():
    said = {"reasoning_effort": "low", "temperature": 0.2, "stop": "X"}
    roomy, tight, old = (
        chat(parameters=said),
        chat(parameters=said, max_tokens=900),
        chat("claude-sonnet-4-20250514", parameters=said, response_format=Judged),
    )
    assert roomy.body["thinking"] == {"type": "enabled", "budget_tokens": 1024}
    assert roomy.dropped == ("temperature",) and roomy.body["stop_sequences"] == ["X"]
    assert "thinking" not in tight.body and tight.dropped == ("reasoning_effort",) and tight.body["temperature"] == 0.2
    assert old.body["tool_choice"] == {"type": "auto"}

    budget = {"type": "enabled", "budget_tokens": 2000}
    found = chat(parameters={"thinking": budget, "top_k": 40, "temperature": 0.2, "reasoning_effort": "low"})
    off = chat(parameters={"thinking": {"type": "disabled"}, "top_k": 40, "temperature": 0.2}, response_format=Open)
    assert found.body["thinking"] == budget and "top_k" not in found.body
    assert found.dropped == ("reasoning_effort", "temperature", "top_k")
    assert (off.body["thinking"], off.body["top_k"], off.body["temperature"]) == ({"type": "disabled"}, 40, 0.2)
    assert off.dropped == () and off.body["tool_choice"]["type"] == "tool"
    assert chat(parameters={"thinking": {"type": "enabled"}}).body["thinking"]["budget_tokens"] == 1024
    assert chat(parameters={"thinking": {"type": "adaptive"}}).body["thinking"] == {"type": "adaptive"}
    assert chat(parameters={"thinking": budget}, max_tokens=2000).dropped == ("thinking",)


def test_answers_of_texts_and_tools_and_their_stops():
    usage = {"input_tokens": 5, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 2, "output_tokens": 4}
    found = WIRE.read(answer({"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Yes."}, usage=usage))
    assert (found.text, found.finish, found.thinking, found.model) == ("Yes.", "stop", "Hm.", "claude-x")
    assert found.usage == Usage(10, 4, cached=3, cache_written=2)

    tool = {"type": "tool_use", "name": "json_tool_call", "input": {"right": True}}
    found = WIRE.read(answer({"type": "text", "text": "Here."}, tool, stop_reason="tool_use"))
    assert (json.loads(found.text), found.finish) == ({"right": True}, "stop")

    for reason, finish in [
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("stop_sequence", "stop"),
        ("new_reason", "new_reason"),
        (None, ""),
    ]:
        assert WIRE.read(answer(stop_reason=reason)).finish == finish, reason


def test_refusals_odd_answers_and_vectors():
    explained = WIRE.read(answer(stop_reason="refusal", stop_details={"explanation": "Not this."}))
    said = WIRE.read(answer({"type": "text", "text": "I cannot"}, stop_reason="refusal"))
    assert (explained.finish, explained.refusal) == ("content_filter", "Not this.")
    assert (said.finish, said.refusal) == ("content_filter", "I cannot")

    for body in [{}, {"content": "Yes."}, {"content": None}]:
        assert WIRE.read(body).is_empty, body
    found = WIRE.read(answer(3, {"type": "text", "text": 7}, model=[], usage={"output_tokens": "many"}))
    assert (found.text, found.model, found.usage) == ("", "", Usage())

    assert WIRE.embeddings(LLMCall("m", MESSAGES, embeds=True), "m") is None

"""Spans of model calls read as rows of outputs."""

import json

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from datasets.spans import DETAILS, NotReadable, row_of
from tests.datasets.otlp_spans import make_span, message, pairs


def test_a_span_is_a_row_with_all_it_knows_and_contents_may_be_structured_or_stand_in_the_event():
    assert row_of(make_span(), {"service.name": "support-bot"}) == {
        "external_id": "chatcmpl-1",
        "prompt": "How do I get my money back?",
        "text": "You have 14 days.",
        "finish_reason": "stop",
        "system": {"name": "support-bot", "model": "model-a", "provider": "openai", "parameters": {"temperature": 0.5}},
        "metadata": {"trace_id": f"{1:032x}", "span_id": f"{1:016x}", "response_model": "model-a-2026"},
        "tokens_in": 12,
        "tokens_out": 7,
        "latency_ms": 812.0,
        "occurred_at": "2026-11-27T09:30:00.812000+00:00",
    }

    question, answer = [message("user", "2 + 2?")], [message("assistant", "4")]
    structured = make_span(**{"gen_ai.input.messages": question, "gen_ai.output.messages": answer})
    in_event = make_span(**{"gen_ai.input.messages": None, "gen_ai.output.messages": None})
    contents = {"gen_ai.input.messages": question, "gen_ai.output.messages": answer}
    in_event.events.append(Span.Event(name=DETAILS, attributes=pairs(contents)))
    rows = [row_of(span, {}) for span in (structured, in_event)]
    assert [(row["prompt"], row["text"]) for row in rows] == [("2 + 2?", "4")] * 2


def test_a_conversation_keeps_its_turns_and_tool_calls_and_no_reasoning():
    call = {"type": "tool_call", "id": "1", "name": "weather", "arguments": {"place": "Paris"}}
    turns = [
        message("system", "Be brief."),
        message("user", "Weather?"),
        {"role": "assistant", "parts": [{"type": "reasoning", "content": "Hm."}, call]},
    ]

    row = row_of(make_span(**{"gen_ai.input.messages": json.dumps(turns)}), {})

    assert row["system_prompt"] == "Be brief." and "prompt" not in row
    assert [turn["role"] for turn in row["conversation"]] == ["user", "assistant"]
    assert json.loads(row["conversation"][1]["content"]) == call


def test_instructions_beside_the_messages_are_the_system_prompt():
    span = make_span(**{"gen_ai.system_instructions": [{"type": "text", "content": "Be brief."}]})

    assert row_of(span, {})["system_prompt"] == "Be brief."


def test_a_failed_call_has_its_error_and_the_same_system_and_a_span_needs_valid_ids():
    unknown = {"gen_ai.response.model": None, "gen_ai.response.id": None}
    row = row_of(make_span(error="Timed out.", **unknown), {})
    assert (row["error"], row["external_id"]) == ("Timed out.", f"{1:032x}-{1:016x}") and "text" not in row
    assert row["system"] == row_of(make_span(), {})["system"]
    assert row_of(make_span(answer="Half", **{"error.type": "500"}), {})["error"] == "500"

    span = make_span()
    span.trace_id = b"short"
    with pytest.raises(NotReadable, match="no valid trace id"):
        row_of(span, {})


@pytest.mark.parametrize("service, name", [("support-bot", "support-bot"), ("unknown_service:python", "model-a")])
def test_an_application_without_a_name_is_called_like_its_model(service, name):
    assert row_of(make_span(), {"service.name": service})["system"]["name"] == name


@pytest.mark.parametrize(
    "facts, reason",
    [
        ({"gen_ai.operation.name": "execute_tool"}, "no model call"),
        ({"gen_ai.operation.name": ["chat"]}, "no model call"),
        ({"gen_ai.operation.name": None}, "no model call"),
        ({"gen_ai.input.messages": None}, "has no gen_ai.input.messages"),
        ({"gen_ai.output.messages": None}, "has no gen_ai.output.messages"),
        ({"gen_ai.output.messages": "[]"}, "has no gen_ai.output.messages"),
        ({"gen_ai.output.messages": "{"}, "gen_ai.output.messages: Not valid JSON"),
        ({"gen_ai.output.messages": 7}, "gen_ai.output.messages is no list"),
        ({"gen_ai.input.messages": "[7]"}, "no list of messages"),
        ({"gen_ai.input.messages": '[{"role": "user", "content": "x"}]'}, "without a list of parts"),
        ({"gen_ai.output.messages": [message("assistant", "a"), message("assistant", "b")]}, "several answers"),
        ({"gen_ai.output.messages": [message("assistant", "a\0")]}, "NUL"),
        ({"gen_ai.request.temperature": float("nan")}, "is not a JSON number"),
    ],
)
def test_what_is_no_readable_model_call_says_why(facts, reason):
    with pytest.raises(NotReadable, match=reason):
        row_of(make_span(**facts), {})

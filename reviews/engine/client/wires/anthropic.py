"""Anthropic's messages: the system prompt stands apart, and a form is kept by a grammar or by a tool to call."""

import json
import re

from reviews.engine.client.exchange import Usage
from reviews.engine.client.json_bodies import mapping
from reviews.engine.client.wires import registry
from reviews.engine.client.wires.base import (
    LENGTH,
    NO_THINKING,
    REFUSED,
    STOP,
    THINKING_TOKENS,
    Answer,
    Request,
    Wire,
    count,
    system_and_turns,
    text,
)
from reviews.engine.client.wires.schemas import described, inlined, is_open

VERSION = "2023-06-01"
STRUCTURED = "structured-outputs-2025-11-13"
TOOL = "json_tool_call"
_VERSION_OF = re.compile(r"claude-(?:[a-z]+-)?(\d+)[-.]?(\d{1,2})?(?!\d)")
_STOPS = {
    "end_turn": STOP,
    "stop_sequence": STOP,
    "tool_use": STOP,
    "max_tokens": LENGTH,
    "model_context_window_exceeded": LENGTH,
    "refusal": REFUSED,
}


@registry.register("anthropic")
class AnthropicWire(Wire):
    base = "https://api.anthropic.com"
    parameters = frozenset({"reasoning_effort", "stop", "temperature", "thinking", "top_k", "top_p"})

    def key_headers(self, key):
        return {"x-api-key": key, "anthropic-version": VERSION}

    def chat(self, call, model):
        system, turns = system_and_turns(call.messages)
        body = {
            "model": model,
            "max_tokens": call.max_tokens,
            "messages": [
                {"role": "assistant" if turn["role"] == "assistant" else "user", "content": [_block(turn["content"])]}
                for turn in turns
            ],
        }
        if system:
            body["system"] = [_block(each) for each in system]
        parameters, dropped = _parameters(call)
        headers = _form(body, call.response_format, model, thinks=_thinks(parameters.get("thinking")))
        return Request("/v1/messages", body | parameters, headers, tuple(sorted(dropped)))

    def read(self, body):
        content = body.get("content")
        blocks = [each for each in content if isinstance(each, dict)] if isinstance(content, list) else []
        said = "".join(text(each.get("text")) for each in blocks if each.get("type") == "text")
        tools = [each for each in blocks if each.get("type") == "tool_use" and each.get("name") == TOOL]
        given = tools[0].get("input") if tools else None
        stop = text(body.get("stop_reason"))
        refusal = text(mapping(body.get("stop_details")).get("explanation")) or said if stop == "refusal" else ""
        return Answer(
            text=json.dumps(given, ensure_ascii=False) if isinstance(given, dict) else said,
            finish=_STOPS.get(stop, stop),
            refusal=refusal,
            thinking="".join(text(each.get("thinking")) for each in blocks if each.get("type") == "thinking"),
            usage=_usage(mapping(body.get("usage"))),
            model=text(body.get("model")),
            is_empty=not isinstance(content, list),
            raw=body,
        )


def _block(content):
    return {"type": "text", "text": content}


def _parameters(call):
    """(what is sent, the names that are not). Thinking needs room of its own and takes no other sampling."""
    given = dict(call.parameters)
    thinking, dropped = _thinking(given, call.max_tokens)
    sent = {"thinking": thinking} if thinking else {}
    if _thinks(thinking):
        dropped |= {name for name in ("temperature", "top_p") if given.get(name, 1) != 1}
        dropped |= {"top_k"} & set(given)
    if "stop" in given:
        sent["stop_sequences"] = [given["stop"]] if isinstance(given["stop"], str) else given["stop"]
    sent |= {name: given[name] for name in ("temperature", "top_k", "top_p") if name in given and name not in dropped}
    return sent, dropped


def _thinking(given, max_tokens):
    """(how the model thinks, None when nothing is said of it; the names that are not sent)."""
    effort, thinking = given.get("reasoning_effort"), given.get("thinking")
    dropped = {"reasoning_effort"} if effort is not None and effort not in NO_THINKING else set()
    if thinking is None and effort in THINKING_TOKENS and THINKING_TOKENS[effort] < max_tokens:
        return {"type": "enabled", "budget_tokens": THINKING_TOKENS[effort]}, set()
    if thinking is not None and thinking["type"] == "enabled":
        thinking = {"budget_tokens": THINKING_TOKENS["low"], **thinking}
        if thinking["budget_tokens"] >= max_tokens:
            return None, dropped | {"thinking"}
    return thinking, dropped


def _thinks(thinking):
    return bool(thinking) and thinking["type"] != "disabled"


def _form(body, answer, model, *, thinks):
    """Put the form of the answer into the body; returns the headers that it needs."""
    if answer is None:
        return {}
    if _has_grammar(model) and not is_open(described(answer)):
        body["output_format"] = {"type": "json_schema", "schema": described(answer)}
        return {"anthropic-beta": STRUCTURED}
    body["tools"] = [{"name": TOOL, "description": "Gives the answer.", "input_schema": inlined(answer)}]
    body["tool_choice"] = {"type": "auto"} if thinks else {"type": "tool", "name": TOOL}
    return {}


def _has_grammar(model):
    """Models from 4.5 on, and Opus 4.1, keep to a schema by themselves."""
    found = _VERSION_OF.search(model)
    if not found:
        return False
    version = int(found[1]), int(found[2] or 0)
    return version >= (4, 5) or (version == (4, 1) and "opus" in model)


def _usage(usage):
    """The wire counts what was cached apart from the rest of the prompt."""
    read, written = (count(usage.get(f"cache_{name}_input_tokens")) or 0 for name in ("read", "creation"))
    fresh = count(usage.get("input_tokens"))
    return Usage(
        prompt_tokens=None if fresh is None else fresh + read + written,
        cached=read,
        cache_written=written,
        completion_tokens=count(usage.get("output_tokens")),
    )

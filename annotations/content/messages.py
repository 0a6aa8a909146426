"""Conversations in the shapes that people store them in, read into one: who said what, and which tools were called.

Read are lists of `{role, content}` (content a text, null, or a list of parts), `{from, value}`, `{speaker, text}` and
`{role, parts}`, with `tool_calls`, `function_call` and parts that hold calls and results; also an object with such a
list under `messages`, `conversation`, `turns` or `conversations`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from annotations.content.embedded_json import indented, loads

ROLE_KEYS = ("role", "from", "speaker", "author")
TEXT_KEYS = ("content", "value", "text", "parts", "message", "utterance")
LIST_KEYS = ("messages", "conversation", "conversations", "turns")
ROLES = {
    "human": "user", "customer": "user", "client": "user", "ai": "assistant", "gpt": "assistant", "bot": "assistant",
    "model": "assistant", "agent": "assistant", "chatgpt": "assistant", "function": "tool", "ipython": "tool",
    "developer": "system",
}  # fmt: skip
KNOWN = {"user", "assistant", "system", "tool"}
CALLS = {"tool_use", "function_call", "tool_call"}
RESULTS = {"tool_result", "function_call_output", "tool_response", "function_response"}


@dataclass(frozen=True)
class Block:
    """One part of a message. `kind`: text, call, result, thinking, or file (what is not shown, e.g. an image)."""

    kind: str
    text: str
    name: str = ""


@dataclass(frozen=True)
class Message:
    """`role` is user, assistant, system, tool or empty; `name` is the stored role or name where it says more."""

    role: str
    name: str
    blocks: tuple

    @property
    def text(self):
        """What is said in words, without calls and results."""
        return "\n".join(block.text for block in self.blocks if block.kind == "text")


def messages(value):
    """The Messages of a JSON value, or None when it is no conversation."""
    if isinstance(value, Mapping):
        held = [key for key in LIST_KEYS if isinstance(value.get(key), list)]
        value = value[held[0]] if len(held) == 1 and len(value) <= 2 else None
    if not isinstance(value, list) or not value or not all(_is_message(message) for message in value):
        return None
    return tuple(_message(message) for message in value)


def _is_message(message):
    if not isinstance(message, Mapping):
        return False
    if message.get("type") in CALLS | RESULTS:
        return True
    has_text = any(isinstance(message.get(key), str | list | Mapping) for key in TEXT_KEYS)
    return _stored_role(message) is not None and (has_text or "content" in message or "tool_calls" in message)


def _stored_role(message):
    return next((message[key] for key in ROLE_KEYS if isinstance(message.get(key), str) and message[key]), None)


def _message(message):
    stored = _stored_role(message)
    if stored is None:
        stored = "tool" if message["type"] in RESULTS else "assistant"
        return Message(role=stored, name="", blocks=tuple(_blocks_of(message)))
    role = ROLES.get(stored.lower(), stored.lower())
    blocks = [*_of_content(message), *_of_calls(message)]
    if role == "tool":
        blocks = [Block("result", one.text) if one.kind == "text" else one for one in blocks]
    name = _text(message.get("name")) or ("" if role in KNOWN else stored)
    return Message(role=role if role in KNOWN else "", name=name, blocks=tuple(blocks))


def _of_content(message):
    """What the message's text holds, in order, without blank texts."""
    for key in ("reasoning_content", "reasoning", "thinking"):
        if isinstance(message.get(key), str) and message[key].strip():
            yield Block("thinking", message[key])
    content = next((message[key] for key in TEXT_KEYS if message.get(key)), message.get("refusal"))
    for part in content if isinstance(content, list) else [content]:
        yield from (block for block in _blocks_of(part) if block.text.strip() or block.kind != "text")


def _of_calls(message):
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else []:
        yield _call(call)
    if isinstance(message.get("function_call"), Mapping):
        yield _call(message["function_call"])


def _blocks_of(part):
    """The Blocks of one part of a content."""
    if part is None:
        return
    if not isinstance(part, Mapping):
        yield Block("text", part if isinstance(part, str) else indented(part))
        return
    kind = part.get("type")
    if kind in CALLS or "functionCall" in part:
        yield _call(part.get("functionCall", part))
    elif kind in RESULTS or "functionResponse" in part:
        yield _result(part.get("functionResponse", part))
    elif isinstance(part.get("thinking"), str):
        yield Block("thinking", part["thinking"])
    elif isinstance(part.get("text") or part.get("refusal"), str):
        yield Block("text", part.get("text") or part["refusal"])
    else:
        yield Block("file", indented(part), _text(kind))


def _call(call):
    if not isinstance(call, Mapping):
        return Block("call", indented(call))
    inner = call["function"] if isinstance(call.get("function"), Mapping) else call
    arguments = next((inner[key] for key in ("arguments", "input", "args", "parameters") if key in inner), {})
    return Block("call", _pretty(arguments), _text(inner.get("name")))


def _result(part):
    body = next((part[key] for key in ("content", "output", "response") if key in part), "")
    if isinstance(body, list):
        body = "\n".join(block.text for piece in body for block in _blocks_of(piece))
    return Block("result", _pretty(body), _text(part.get("name")))


def _pretty(value):
    """Arguments and results as they are read best: JSON on several lines, other texts as they are."""
    if isinstance(value, str):
        try:
            read = loads(value) if value.lstrip()[:1] in ("{", "[") else value
        except (ValueError, RecursionError):
            return value
        return value if isinstance(read, str) else indented(read)
    return indented(value)


def _text(value):
    return value if isinstance(value, str) else ""

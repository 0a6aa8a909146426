"""The three chat wires: what a request asks for, and how an answer or an error is written back."""

import ast
import hashlib
import json
import math
import re
from dataclasses import dataclass

FINGERPRINT = "evalhub-simulated"
CREATED = 1_750_000_000  # the same in every answer: nothing here may depend on the clock
_CHARACTERS_PER_TOKEN = 4
_DEFAULT_MAX_TOKENS = 4096
_SYSTEM = ("system", "developer")
_SCHEMA_IN_TEXT = re.compile(r"Use this JSON schema:\s*```(?:json)?\s*(.*?)\s*```", re.DOTALL)


class BadRequest(Exception):
    """The request does not fit the wire; the text says why."""


@dataclass(frozen=True)
class Ask:
    """What a request asks for, whatever its wire; `tool` is the name of a tool the answer must be put in.

    `user` is what was said before the model's first answer, `later` that answer and all that follows it: a request
    that has something there asks to repair an answer. `texts` are those that vectors are asked of.
    """

    model: str
    system: str
    user: str
    later: str
    schema: dict | None
    tool: str
    max_tokens: int
    texts: tuple = ()
    encoding: str = "float"

    @property
    def prompt_tokens(self):
        return tokens(self.system + self.user + self.later) + (tokens(json.dumps(self.schema)) if self.schema else 0)


@dataclass(frozen=True)
class Reply:
    """An answer whatever its wire; `finish` is stop, length or refused."""

    text: str
    finish: str
    completion_tokens: int


def tokens(text):
    """An estimate: four characters a token."""
    return max(math.ceil(len(text) / _CHARACTERS_PER_TOKEN), 1)


def marked(model):
    """The model's name as answers give it: always with the word simulated in it."""
    return model if "simulated" in model else f"{model}-simulated"


class OpenAI:
    """POST /v1/chat/completions"""

    path = re.compile(r"/v1/chat/completions")

    def read(self, body, found):
        system, user, later = _by_role(body.get("messages"))
        wanted = body.get("response_format") or {}
        schema = (wanted.get("json_schema") or {}).get("schema") if wanted.get("type") == "json_schema" else None
        return Ask(
            model=_text(body, "model"),
            system=system,
            user=user,
            later=later,
            schema=schema,
            tool="",
            max_tokens=body.get("max_completion_tokens") or body.get("max_tokens") or _DEFAULT_MAX_TOKENS,
        )

    def write(self, ask, reply):
        refused = reply.finish == "refused"
        return {
            "id": f"chatcmpl-{_identity(ask, reply)}",
            "object": "chat.completion",
            "created": CREATED,
            "model": marked(ask.model),
            "system_fingerprint": FINGERPRINT,
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": None if refused else reply.text, "refusal": None},
                    "finish_reason": "content_filter" if refused else reply.finish,
                    "logprobs": None,
                }
            ],
            "usage": {
                "prompt_tokens": ask.prompt_tokens,
                "completion_tokens": reply.completion_tokens,
                "total_tokens": ask.prompt_tokens + reply.completion_tokens,
                "prompt_tokens_details": {"cached_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 0},
            },
        }

    def error(self, status, message):
        kind = "rate_limit_exceeded" if status == 429 else "server_error" if status >= 500 else "invalid_request_error"
        return {"error": {"message": message, "type": kind, "param": None, "code": kind}}


class Anthropic:
    """POST /v1/messages, with `output_format` (or `output_config.format`) or with a tool that must be called."""

    path = re.compile(r"/v1/messages")
    _stops = {"stop": "end_turn", "length": "max_tokens", "refused": "refusal"}

    def read(self, body, found):
        _, user, later = _by_role(body.get("messages"))
        chosen = body.get("tool_choice") or {}
        tool = chosen.get("name", "") if chosen.get("type") == "tool" else ""
        schema = next((each.get("input_schema") for each in body.get("tools") or () if each.get("name") == tool), None)
        wanted = body.get("output_format") or (body.get("output_config") or {}).get("format") or {}
        return Ask(
            model=_text(body, "model"),
            system=_content(body.get("system")),
            user=user,
            later=later,
            schema=wanted.get("schema") or schema,
            tool=tool,
            max_tokens=body.get("max_tokens") or _DEFAULT_MAX_TOKENS,
        )

    def write(self, ask, reply):
        content = [{"type": "text", "text": reply.text}]
        stop = self._stops[reply.finish]
        answer = _object(reply.text)
        if ask.tool and reply.finish == "stop" and answer:
            content = [{"type": "tool_use", "id": "toolu_simulated", "name": ask.tool, "input": answer}]
            stop = "tool_use"
        return {
            "id": f"msg_{_identity(ask, reply)}",
            "type": "message",
            "role": "assistant",
            "model": marked(ask.model),
            "content": [] if reply.finish == "refused" else content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": ask.prompt_tokens, "output_tokens": reply.completion_tokens},
        }

    def error(self, status, message):
        kinds = {429: "rate_limit_error", 529: "overloaded_error", 404: "not_found_error"}
        kind = kinds.get(status, "api_error" if status >= 500 else "invalid_request_error")
        return {"type": "error", "error": {"type": kind, "message": message}}


class Gemini:
    """POST /v1beta/models/{model}:generateContent, and the same under /v1"""

    path = re.compile(r"/v1(?:beta)?/models/(?P<model>[^/:]+):generateContent")
    _stops = {"stop": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY"}

    def read(self, body, found):
        settings = body.get("generationConfig") or {}
        said = [(each.get("role"), _parts(each)) for each in _rows(body.get("contents"), "contents")]
        user, later = _turns(said, "model")
        schema = settings.get("response_json_schema") or settings.get("responseJsonSchema")
        schema = schema or settings.get("response_schema") or settings.get("responseSchema")
        if schema is None:
            schema, user = _schema_in_text(user)
        if schema is None:
            schema, later = _schema_in_text(later)
        return Ask(
            model=found["model"],
            system=_parts(body.get("system_instruction") or body.get("systemInstruction") or {}),
            user=user,
            later=later,
            schema=schema,
            tool="",
            max_tokens=settings.get("max_output_tokens") or settings.get("maxOutputTokens") or _DEFAULT_MAX_TOKENS,
        )

    def write(self, ask, reply):
        candidate = {"index": 0, "finishReason": self._stops[reply.finish]}
        if reply.finish != "refused":
            candidate["content"] = {"role": "model", "parts": [{"text": reply.text}]}
        return {
            "candidates": [candidate],
            "modelVersion": marked(ask.model),
            "responseId": _identity(ask, reply),
            "usageMetadata": {
                "promptTokenCount": ask.prompt_tokens,
                "candidatesTokenCount": reply.completion_tokens,
                "totalTokenCount": ask.prompt_tokens + reply.completion_tokens,
            },
        }

    def error(self, status, message):
        kinds = {429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE", 404: "NOT_FOUND"}
        kind = kinds.get(status, "INTERNAL" if status >= 500 else "INVALID_ARGUMENT")
        return {"error": {"code": status, "message": message, "status": kind}}


WIRES = (OpenAI(), Anthropic(), Gemini())


def _by_role(messages):
    """(system, user, later) of chat messages."""
    said = [(message.get("role"), _content(message.get("content"))) for message in _rows(messages, "messages")]
    systems = [text for role, text in said if role in _SYSTEM]
    return "\n".join(systems), *_turns([turn for turn in said if turn[0] not in _SYSTEM], "assistant")


def _turns(said, model):
    """What was said before the first turn of `model`, and the rest."""
    first = next((number for number, (role, _) in enumerate(said) if role == model), len(said))
    return "\n".join(text for _, text in said[:first]), "\n".join(text for _, text in said[first:])


def _content(content):
    """The text of a message: a string, or a list of typed parts."""
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in content or () if isinstance(part, dict))


def _parts(content):
    return "\n".join(str(part.get("text", "")) for part in content.get("parts") or ())


def _rows(value, name):
    if not isinstance(value, list) or not value or not all(isinstance(row, dict) for row in value):
        raise BadRequest(f"{name} must be a list of at least one object.")
    return value


def _text(body, name):
    if not isinstance(body.get(name), str) or not body[name]:
        raise BadRequest(f"{name} must be a text.")
    return body[name]


def _schema_in_text(text):
    """(schema, rest): a client that does not know a model writes the schema into the prompt, as Python or JSON."""
    found = _SCHEMA_IN_TEXT.search(text)
    if not found:
        return None, text
    try:
        schema = ast.literal_eval(found.group(1))
    except (ValueError, SyntaxError):
        schema = _object(found.group(1))
    return (schema if isinstance(schema, dict) and schema else None), _SCHEMA_IN_TEXT.sub("", text)


def _object(text):
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _identity(ask, reply):
    return hashlib.sha256(f"{ask}{reply.text}".encode("utf-8", "surrogatepass")).hexdigest()[:24]

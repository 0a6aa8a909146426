"""What the chat wires share: a request and a reply whatever the wire, and how both are made."""

import ast
import hashlib
import json
import math
import re
from dataclasses import dataclass

from evalhub.demo.provider.answers import answer_text

_CHARACTERS_PER_TOKEN = 4
_SCHEMA_IN_TEXT = re.compile(r"Use this JSON schema:\s*```(?:json)?\s*(.*?)\s*```", re.DOTALL)
_GARBAGE = "Certainly! Here is my judgement: {value: good, confidence: very"
_REFERENCE = re.compile(r'("case_ref": "|\ACASE: )\w+')


@dataclass(frozen=True)
class Request:
    """`user` is what was written before the model's first turn, so that a repaired answer is the same one; `tool` the
    name of a tool that the answer must be put in. `top_logprobs`: how many likely tokens are to be told of each place.
    """

    model: str
    system: str
    user: str
    schema: dict | None = None
    tool: str = ""
    max_tokens: int = 4096
    prompt_tokens: int = 1
    top_logprobs: int = 0


@dataclass(frozen=True)
class Reply:
    """`finish` is stop, length or refused."""

    id: str
    text: str
    finish: str
    tokens: int


class ChatWire:
    """One file adds a wire: `path`, `read` (the Request of a body), `write` (the answer's body) and `error`."""

    def answer(self, request, fault, seed):
        """The body of the answer, spoiled as the Fault says."""
        return self.write(request, reply_to(request, fault, seed))


def reply_to(request, fault, seed):
    """The Reply, cut off where the request's `max_tokens` end."""
    text = _GARBAGE if fault.garbage else answer_text(request, seed)
    if fault.wrong_case:
        text = _REFERENCE.sub(rf"\g<1>{'0' * 12}", text)
    if fault.fenced:
        text = f"Here is the answer.\n```json\n{text}\n```"
    if fault.refuse or fault.empty:
        text = ""
    most = min(tokens(text) // 2, request.max_tokens) if fault.truncate else request.max_tokens
    finish = "refused" if fault.refuse else "length" if tokens(text) > most else "stop"
    name = hashlib.sha256(f"{request}{text}".encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return Reply(name, text[: most * _CHARACTERS_PER_TOKEN], finish, min(tokens(text), most))


def request_of(model, turns, *, schema=None, max_tokens=None, **fields):
    """The Request of [(role, text)]; a schema that a client has written into a text is taken out of it."""
    if not isinstance(model, str) or not turns:
        raise ValueError("model must be a text, and there must be a message.")
    texts = [text for _role, text in turns]
    written = None if schema else _SCHEMA_IN_TEXT.search("\n".join(texts))
    first = next((number for number, (role, _) in enumerate(turns) if role in ("assistant", "model")), len(turns))
    return Request(
        model=model,
        user=_SCHEMA_IN_TEXT.sub("", "\n".join(texts[:first])),
        schema=ast.literal_eval(written[1]) if written else schema,  # as Python writes it
        max_tokens=max_tokens or Request.max_tokens,
        prompt_tokens=tokens(f"{fields}{texts}{json.dumps(schema) if schema else ''}"),
        **fields,
    )


def turns_of(rows, content):
    """[(role, text)] of a list of messages, whose text is under the name `content`."""
    return [(row.get("role"), text_of(row.get(content))) for row in rows]


def text_of(content):
    """The text of a message: a string, or a list of typed parts."""
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in content or ())


def tokens(text):
    """An estimate."""
    return max(math.ceil(len(text) / _CHARACTERS_PER_TOKEN), 1)


def marked(model):
    """The model's name as answers give it: always with the word simulated in it."""
    return model if "simulated" in model else f"{model}-simulated"

"""Requests of calls that differ in their texts only: each is written once by its wire, and then repeated.

Direct calls and rows of batches are made by the same form, so that the two cannot come apart.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from reviews.engine.client.endpoints import Endpoint
from reviews.engine.client.exchange import LLMCall

_MARK = "\u2060evalhub-text-{}\u2060"
_MARKS = re.compile(_MARK.format(r"(\d+)"))


@dataclass(frozen=True)
class Kind:
    """What calls have in common that differ in nothing but their texts; `call` is one of them."""

    endpoint: Endpoint
    answer: type | None
    max_tokens: int
    parameters: str
    roles: tuple
    embeds: bool
    top_logprobs: int
    call: LLMCall = field(compare=False, repr=False)

    @classmethod
    def of(cls, call, endpoint):
        parameters = json.dumps(call.parameters, sort_keys=True, default=repr) if call.parameters else ""
        roles = tuple((message["role"], *sorted(message)) for message in call.messages)
        asked = (call.response_format, call.max_tokens, parameters, roles, call.embeds, call.top_logprobs)
        return cls(endpoint, *asked, call)


@dataclass(frozen=True)
class RequestForm:
    """A request with room for the texts of its messages.

    `parts` are the JSON text before, between and after them, `order` the numbers of the messages in it. `meant` are
    the headers that say how the body is meant; all rows of a batch have them in common.
    """

    url: str
    headers: Mapping
    meant: Mapping
    parts: tuple
    order: tuple
    dropped: tuple

    @classmethod
    def of(cls, request, *, base, headers, dropped=()):
        """From the wires.base.Request of a call `with_marks`."""
        parts = _MARKS.split(json.dumps(request.body, ensure_ascii=False))
        return cls(
            url=base + request.path,
            meant=request.headers,
            parts=tuple(parts[::2]),
            order=tuple(map(int, parts[1::2])),
            headers={"content-type": "application/json", **headers, **request.headers},
            dropped=tuple(sorted({*dropped, *request.dropped})),
        )

    def content(self, messages):
        """The body of a call of this form, as JSON text."""
        texts = [json.dumps(message["content"], ensure_ascii=False)[1:-1] for message in messages]
        filled = (texts[number] + part for number, part in zip(self.order, self.parts[1:], strict=True))
        return self.parts[0] + "".join(filled)

    def body(self, messages):
        """The body as an object."""
        return json.loads(self.content(messages))


def with_marks(call):
    """The call with a mark in the place of each text."""
    return call.with_messages(
        tuple({**message, "content": _MARK.format(number)} for number, message in enumerate(call.messages))
    )

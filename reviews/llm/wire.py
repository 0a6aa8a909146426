"""A provider's wire without the network: the request that a direct call would send, and its answer read as one.

Batches are built and read by the code of direct calls in this way, so the two cannot come apart.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

# Headers that change what a request means; all rows of one batch have them in common.
_MEANT = ("anthropic-version", "anthropic-beta")
_SENTINEL = "\u2060evalhub-message-{}\u2060"
_SENTINELS = re.compile("(\u2060evalhub-message-\\d+\u2060)")


@dataclass(frozen=True)
class WireRequest:
    """What would be sent: `headers` only those that say how the body is meant."""

    body: Mapping
    headers: Mapping

    @classmethod
    def of(cls, request):
        """From an httpx.Request that was caught."""
        headers = {name: request.headers[name] for name in _MEANT if name in request.headers}
        return cls(body=json.loads(request.content), headers=headers)


@dataclass(frozen=True)
class BodyTemplate:
    """Bodies of calls that differ in the texts of their messages only; litellm is asked once for all of them."""

    request: WireRequest
    marks: tuple

    @classmethod
    def of(cls, call, wire_request):
        """`wire_request(call)` is asked with marks in place of the texts."""
        marks = tuple(_SENTINEL.format(number) for number in range(len(call.messages)))
        messages = tuple(
            {**message, "content": mark} for message, mark in zip(call.messages, marks, strict=True)
        )
        return cls(request=wire_request(call.with_messages(messages)), marks=marks)

    def fill(self, messages):
        """The body with these messages' texts in their places."""
        texts = {mark: message["content"] for mark, message in zip(self.marks, messages, strict=True)}
        return _filled(self.request.body, texts)


def _filled(value, texts):
    if isinstance(value, str):  # some wires put a text of ours into a longer one
        return "".join(texts.get(part, part) for part in _SENTINELS.split(value))
    if isinstance(value, dict):
        return {key: _filled(part, texts) for key, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, texts) for part in value]
    return value

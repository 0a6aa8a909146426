"""Calls over OpenAI's wire whose form is known: litellm writes the first request of a form, the others repeat it.

litellm takes milliseconds of computing for each call; what it makes of calls that differ in their texts differs in
those texts only. It still reads every answer that is not plainly one.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from reviews.judges.exchange import LLMCall
from reviews.llm.endpoints import Endpoint

PATH = "/chat/completions"
CONNECT_TIMEOUT_SECONDS = 10.0
_MARK = "\u2060evalhub-text-{}\u2060"
_MARKS = re.compile(_MARK.format(r"(\d+)"))
# The length is each body's own; the others describe how bytes were packed that have been unpacked by now.
_OF_ONE_BODY = frozenset({"content-length", "content-encoding", "transfer-encoding"})

_BODY = {
    "needed": ("choices", "usage", "model", "id"), "id": str, "object": str, "created": (int, float), "model": str,
    "choices": list, "usage": dict, "system_fingerprint": str, "service_tier": str,
}
_CHOICE = {"needed": ("message", "finish_reason"), "index": int, "message": dict, "finish_reason": str}
_MESSAGE = {"needed": ("content",), "role": str, "content": str, "refusal": str, "reasoning_content": str}
_DETAILS = ("prompt_tokens_details", "completion_tokens_details")
_USAGE = {
    "needed": ("prompt_tokens", "completion_tokens", "total_tokens"), "prompt_tokens": int, "completion_tokens": int,
    "total_tokens": int, **dict.fromkeys(_DETAILS, dict),
}


@dataclass(frozen=True)
class Kind:
    """What calls have in common that differ in nothing but their texts; `call` is one of them."""

    endpoint: Endpoint
    answer: type | None
    max_tokens: int
    parameters: str
    roles: tuple
    call: LLMCall = field(compare=False, repr=False)

    @classmethod
    def of(cls, call, endpoint):
        parameters = json.dumps(call.parameters, sort_keys=True, default=repr)
        roles = tuple((message["role"], *sorted(message)) for message in call.messages)
        return cls(endpoint, call.response_format, call.max_tokens, parameters, roles, call)


@dataclass(frozen=True)
class RequestForm:
    """A request with room for the texts of its messages: `parts` are the JSON text before, between and after them."""

    url: str
    headers: Mapping
    parts: tuple
    dropped: tuple

    @classmethod
    def of(cls, request, *, texts, dropped):
        """From the httpx.Request to a call `with_marks`; None when it goes to another wire or a text was moved."""
        body = json.dumps(json.loads(request.content), ensure_ascii=False)
        parts = _MARKS.split(body)
        if not request.url.path.endswith(PATH) or parts[1::2] != [str(number) for number in range(texts)]:
            return None
        return cls(url=str(request.url), headers=_lasting(request.headers), parts=tuple(parts[::2]), dropped=dropped)

    def request(self, call):
        """The httpx.Request of a call of this form."""
        import httpx

        texts = [json.dumps(message["content"], ensure_ascii=False)[1:-1] for message in call.messages]
        body = self.parts[0] + "".join(text + part for text, part in zip(texts, self.parts[1:], strict=True))
        timeout = httpx.Timeout(call.timeout_seconds, connect=CONNECT_TIMEOUT_SECONDS)
        return httpx.Request("POST", self.url, headers=self.headers, content=body.encode(),
                             extensions={"timeout": timeout.as_dict()})


def with_marks(call):
    """The call with a mark in the place of each text."""
    return call.with_messages(tuple(
        {**message, "content": _MARK.format(number)} for number, message in enumerate(call.messages)
    ))


def plain_answer(response):
    """The body of an httpx.Response that is read, when it is a text as chat completions are known to hold it; or None.

    Whatever holds more than that, a call of a tool or a field that is new, is not plain.
    """
    if response.status_code != 200:
        return None
    try:
        body = json.loads(response.content)
    except ValueError:
        return None
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list) or len(choices) != 1 or not isinstance(choices[0], dict):
        return None
    message, usage = choices[0].get("message"), body.get("usage")
    fits = _fits(body, _BODY) and _fits(choices[0], _CHOICE) and _fits(message, _MESSAGE) and _fits(usage, _USAGE)
    return body if fits and all(_fits(usage.get(name) or {}, None) for name in _DETAILS) else None


def repeating(response):
    """A function from a request to the same answer, or the same failure: for litellm to read."""

    def answer(request):
        import httpx

        if isinstance(response, Exception):
            raise response
        return httpx.Response(response.status_code, headers=_lasting(response.headers), content=response.content,
                              request=request)

    return answer


def _fits(part, known):
    """Whether a JSON object holds nothing but known fields of their types, and counts only if `known` is None."""
    if not isinstance(part, dict):
        return False
    if known is None:
        return all(value is None or type(value) is int for value in part.values())
    if any(name not in part for name in known["needed"]):
        return False
    return all(not value or isinstance(value, known.get(name, ())) for name, value in part.items())


def _lasting(headers):
    return {name: value for name, value in headers.items() if name.lower() not in _OF_ONE_BODY}

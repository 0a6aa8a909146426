"""Sorts a provider's failure into what to do next, by HTTP status and words or by an exception's class names."""

import json
import re
from dataclasses import dataclass

from evalhub.lib import foreign_values
from reviews.engine.client.exchange import BLOCKED, FATAL, RETRYABLE
from reviews.engine.client.redaction import cleaned


@dataclass(frozen=True)
class Failure:
    """`error_class` is a stable word of ours, whatever the provider calls it."""

    status: str
    error_class: str


# The first class name found along an exception's bases decides; subclasses stand before their bases.
_BY_CLASS = {
    "Timeout": Failure(RETRYABLE, "timeout"),
    "APITimeoutError": Failure(RETRYABLE, "timeout"),
    "TimeoutException": Failure(RETRYABLE, "timeout"),
    "DeadlinePassed": Failure(RETRYABLE, "timeout"),
    "TooLarge": Failure(RETRYABLE, "answer_too_large"),
    "Undecodable": Failure(RETRYABLE, "unreadable_response"),
    "AddressRefused": Failure(BLOCKED, "address_refused"),
    "ContextWindowExceededError": Failure(FATAL, "context_too_long"),
    "ContentPolicyViolationError": Failure(FATAL, "refused"),
    "UnsupportedParamsError": Failure(FATAL, "unsupported_parameter"),
    "LiteLLMUnknownProvider": Failure(FATAL, "unknown_provider"),
    "AuthenticationError": Failure(BLOCKED, "key_refused"),
    "PermissionDeniedError": Failure(BLOCKED, "permission_denied"),
    "PaymentRequiredError": Failure(BLOCKED, "billing"),
    "BudgetExceededError": Failure(BLOCKED, "billing"),
    "NotFoundError": Failure(FATAL, "model_not_found"),
}
_BY_STATUS = {
    401: Failure(BLOCKED, "key_refused"),
    402: Failure(BLOCKED, "billing"),
    403: Failure(BLOCKED, "permission_denied"),
    404: Failure(FATAL, "model_not_found"),
    408: Failure(RETRYABLE, "timeout"),
    409: Failure(RETRYABLE, "conflict"),
    425: Failure(RETRYABLE, "too_early"),
    429: Failure(RETRYABLE, "rate_limited"),
    503: Failure(RETRYABLE, "overloaded"),
    529: Failure(RETRYABLE, "overloaded"),
}
_BILLING = re.compile(r"insufficient_quota|credit balance|billing", re.IGNORECASE)
# OpenAI says this of an empty account, Gemini of a quota that is full again next minute.
_EMPTY_ACCOUNT = re.compile(r"insufficient_quota|exceeded your current quota", re.IGNORECASE)
_BAD_KEY = re.compile(r"api[ _]key[ _](not valid|invalid)|invalid[ _]api[ _]key", re.IGNORECASE)
_NO_PROVIDER = re.compile(r"LLM Provider NOT provided", re.IGNORECASE)
_REFUSED = re.compile(
    r"content[_ ]?(policy|filter|management policy|moderation)|content filtering policy|safety system|responsible ai"
    r"|usage policy|\binvalid_prompt\b|prohibited[_ ]content|blocked by .{0,20}safety",
    re.IGNORECASE,
)
_TOO_LONG = re.compile(
    r"context_length_exceeded|maximum context length|prompt is too long|input is too long"
    r"|token count .{0,40}exceeds the maximum|exceeds? .{0,30}context (window|limit)",
    re.IGNORECASE,
)
_CONNECTION_BASES = ("APIConnectionError", "TransportError", "NetworkError", "ProtocolError", "ProxyError", "OSError")
_LONGEST_CHAIN = 10
_GEMINI_DELAY = re.compile(r'"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"')


def raised_by(litellm):
    """All that a call may raise: litellm's own classes, and what slips through its wrapping unwrapped."""
    import httpx
    import openai

    return (
        *litellm.LITELLM_EXCEPTION_TYPES,
        litellm.BudgetExceededError,
        openai.OpenAIError,
        httpx.HTTPError,
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        RuntimeError,
    )


def classify(error):
    """The Failure of an exception raised by a call."""
    code = getattr(error, "status_code", None)
    status_code = int(code) if isinstance(code, int) else foreign_values.whole(code, most=999)
    text = str(error)
    if _NO_PROVIDER.search(text):
        return Failure(FATAL, "unknown_provider")
    read = _by_message(status_code, text, getattr(error, "llm_provider", ""))
    if read is not None:
        return read
    for base in type(error).__mro__:
        if base.__name__ in _BY_CLASS:
            return _BY_CLASS[base.__name__]
    if any(
        base.__name__ in _CONNECTION_BASES for each in _chain(error) for base in type(each).__mro__
    ) and not _is_refusal(status_code):
        return Failure(RETRYABLE, "connection")
    return _by_status(status_code)


def of_answer(status_code, text, *, provider):
    """The Failure of an answer with this HTTP status, which is no success, and this `text_of` its error."""
    return _by_message(status_code, text, provider) or _by_status(status_code)


def text_of(error):
    """All that an error of a provider holds, as one text to look for words in."""
    return json.dumps(error, ensure_ascii=False)


def message_in(error, *secrets):
    """The provider's own message inside of an exception's text, `cleaned`; empty where there is none in JSON."""
    text = str(error)
    start = text.find("{")
    try:
        found, _ = json.JSONDecoder().raw_decode(text[start:]) if start >= 0 else (None, 0)
    except (ValueError, RecursionError):
        return ""
    while isinstance(found, dict) and found.get("error"):
        found = found["error"]
    words = found.get("message") if isinstance(found, dict) else found
    return cleaned(words, *secrets) if isinstance(words, str) else ""


def retry_after(error):
    """Seconds that the provider asked us to wait, by an exception of a call, or None."""
    for headers in (
        getattr(error, "litellm_response_headers", None),
        getattr(getattr(error, "response", None), "headers", None),
    ):
        seconds = wait_seconds(headers or {}, "")
        if seconds is not None:
            return seconds
    return wait_seconds({}, str(error))


def wait_seconds(headers, text):
    """Seconds that an answer asks us to wait (its header, or Gemini's `retryDelay` in its text), or None."""
    seconds = foreign_values.seconds_to_wait(headers.get("retry-after"))
    if seconds is not None:
        return seconds
    delay = _GEMINI_DELAY.search(text)
    return foreign_values.number(delay.group(1)) if delay else None


def _by_message(status_code, text, provider):
    if _is_about_money(provider, status_code, text):
        return Failure(BLOCKED, "billing")
    if status_code == 400 and _BAD_KEY.search(text):
        return Failure(BLOCKED, "key_refused")
    if status_code in (400, 413, 422) and _TOO_LONG.search(text):
        return Failure(FATAL, "context_too_long")
    if status_code in (400, 403, 422) and _REFUSED.search(text):
        return Failure(FATAL, "refused")
    return None


def _by_status(status_code):
    if status_code in _BY_STATUS:
        return _BY_STATUS[status_code]
    if _is_refusal(status_code):
        return Failure(FATAL, "bad_request")
    if status_code is not None and status_code >= 500:
        return Failure(RETRYABLE, "server_error")
    if status_code is not None and 300 <= status_code < 400:
        return Failure(RETRYABLE, "redirected")
    return Failure(RETRYABLE, "unreadable_response")


def _is_refusal(status_code):
    return status_code is not None and (400 <= status_code < 500 or status_code in _BY_STATUS)


def _is_about_money(provider, status_code, text):
    if status_code == 429:
        return provider == "openai" and bool(_EMPTY_ACCOUNT.search(text))
    return status_code in {400, 402, 403} and bool(_BILLING.search(text))


def _chain(error):
    """The error and what led to it: litellm calls a lost connection an internal error of the provider."""
    for _ in range(_LONGEST_CHAIN):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__

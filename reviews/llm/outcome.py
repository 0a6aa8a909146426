"""Turns a provider's response, or its failure, into an Outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from reviews.judges.exchange import BLOCKED, FATAL, OK, RETRYABLE, LLMCall, Outcome, PriceUsed, Usage
from reviews.judges.json_answer import find_object, storable
from reviews.llm import pricing
from reviews.llm.failures import classify, retry_after
from reviews.llm.redaction import message_of, scrub_json

__all__ = ["BLOCKED", "FATAL", "OK", "RETRYABLE", "LLMCall", "Outcome", "Usage"]

SIMULATED_FINGERPRINT = "evalhub-simulated"
SIMULATED_HEADER = "llm_provider-x-evalhub-simulated"


@dataclass(frozen=True)
class PriceList:
    """litellm's `model_cost`, and the words that name it in the ledger."""

    entries: Mapping[str, Mapping]
    source: str


def not_sent(endpoint):
    """The outcome of a call to an endpoint that nothing can be sent to: no key, or no provider of that name."""
    if endpoint.is_unknown:
        return Outcome(FATAL, error_class="unknown_provider", error_message=endpoint.blocked_reason)
    return blocked(endpoint.blocked_reason, simulated=endpoint.simulated)


def blocked(reason, *, simulated=False):
    """The outcome of a call that was not sent because its key or address is missing."""
    return Outcome(BLOCKED, error_class="not_configured", error_message=reason, simulated=simulated)


def of_error(error, endpoint, *, latency_ms=0):
    """The outcome of a call that ended with an exception."""
    failure = classify(error)
    return Outcome(
        failure.status,
        error_class=failure.error_class,
        error_message=message_of(error, endpoint.api_key),
        retry_after_seconds=retry_after(error),
        latency_ms=latency_ms,
        simulated=endpoint.simulated,
    )


def of_response(response, call, endpoint, *, price_list, latency_ms=0, dropped_parameters=(), in_batch=False):
    """The outcome of a call that a provider answered; why it stopped is read before what it says.

    `price_list` is a PriceList.
    """
    usage = _usage(response)
    simulated = is_simulated(response, endpoint)
    listed = price_list.entries
    price = pricing.UNPRICED if simulated else pricing.price(endpoint.model, usage, listed, in_batch=in_batch)
    outcome = Outcome(
        OK,
        usage=usage,
        cost_usd=price.cost_usd,
        cost_status=price.cost_status,
        price=PriceUsed(endpoint.model, price.rates, price_list.source) if price.rates else None,
        latency_ms=latency_ms,
        model_returned=str(response.model or ""),
        simulated=simulated,
        dropped_parameters=tuple(dropped_parameters),
        raw=scrub_json(storable(response.model_dump(mode="json")), endpoint.api_key),
    )
    if not response.choices:
        return _failed(outcome, RETRYABLE, "empty_answer", "The provider sent no answer.")
    choice = response.choices[0]
    outcome = replace(
        outcome, text=storable(choice.message.content or ""), finish_reason=str(choice.finish_reason or ""),
        thinking=storable(str(getattr(choice.message, "reasoning_content", None) or "")),
    )
    return _with_answer(_by_finish_reason(outcome, choice.message, call), call)


def _by_finish_reason(outcome, message, call):
    refusal = getattr(message, "refusal", None)
    if outcome.finish_reason == "content_filter" or refusal:
        return _failed(outcome, FATAL, "refused", refusal or "The provider's content filter stopped the answer.")
    if outcome.finish_reason == "length" and call.more_tokens:
        reason = f"The answer was cut off again at {call.max_tokens} tokens."
        return _failed(outcome, FATAL, "answer_truncated", reason)
    if outcome.finish_reason == "length":
        reason = f"The answer was cut off at {call.max_tokens} tokens."
        return replace(_failed(outcome, RETRYABLE, "answer_truncated", reason), raise_max_tokens=True)
    if not outcome.text.strip():
        return _failed(outcome, RETRYABLE, "empty_answer", "The provider sent an empty answer.")
    return outcome


def _with_answer(outcome, call):
    if outcome.status != OK or call.response_format is None:
        return outcome
    answer = find_object(outcome.text)
    if answer.value is None and call.text_allowed:
        return outcome
    if answer.value is None:
        return _failed(outcome, RETRYABLE, "unparsable_answer", answer.reason)
    return replace(outcome, parsed=answer.value, parsed_from=answer.found)


def _failed(outcome, status, error_class, message):
    return replace(outcome, status=status, error_class=error_class, error_message=message)


def _usage(response):
    usage = getattr(response, "usage", None)
    if usage is None:
        return Usage()
    prompt = getattr(usage, "prompt_tokens_details", None)
    completion = getattr(usage, "completion_tokens_details", None)
    return Usage(
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        cached=getattr(prompt, "cached_tokens", None) or 0,
        cache_written=getattr(usage, "cache_creation_input_tokens", None) or 0,
        reasoning=getattr(completion, "reasoning_tokens", None) or 0,
    )


def is_simulated(response, endpoint):
    """Told by the endpoint or by the response: a provider's address may have been pointed at the simulation."""
    headers = (getattr(response, "_hidden_params", None) or {}).get("additional_headers") or {}
    return (
        endpoint.simulated
        or SIMULATED_HEADER in headers
        or getattr(response, "system_fingerprint", None) == SIMULATED_FINGERPRINT
        or "simulated" in str(response.model or "")
    )

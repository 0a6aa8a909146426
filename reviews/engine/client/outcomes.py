"""Turns a provider's answer, or its failure, into an Outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from evalhub.lib.reasons import PROVIDER
from reviews.engine.client import failures, pricing, reasons, vectors
from reviews.engine.client.exchange import BLOCKED, FATAL, OK, RETRYABLE, LLMCall, Outcome, PriceUsed, Usage
from reviews.engine.client.json_answer import find_object, storable
from reviews.engine.client.redaction import cleaned, scrub_json
from reviews.engine.client.wires.base import LENGTH, REFUSED

__all__ = ["BLOCKED", "FATAL", "OK", "RETRYABLE", "LLMCall", "Outcome", "Usage"]

SIMULATED_FINGERPRINT = "evalhub-simulated"
SIMULATED_HEADER = "x-evalhub-simulated"


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


def of_failure(failure, endpoint, *, said="", status_code=None, **found):
    """The outcome of a call that failed; `said` is what the provider says of it, `cleaned`."""
    message = reasons.of_failure(failure, said=said, status_code=status_code)
    return Outcome(
        failure.status, error_class=failure.error_class, error_message=message, simulated=endpoint.simulated, **found
    )


def of_error(error, endpoint, *, latency_ms=0):
    """The outcome of a call that ended with an exception."""
    return of_failure(
        failures.classify(error),
        endpoint,
        said=failures.message_in(error, endpoint.api_key),
        retry_after_seconds=failures.retry_after(error),
        latency_ms=latency_ms,
    )


def of_answer(
    answer, call, endpoint, *, price_list, simulated=False, latency_ms=0, dropped_parameters=(), in_batch=False
):
    """The outcome of a call that a provider answered; why it stopped is read before what it says.

    `answer` is a wires.base.Answer, `price_list` a PriceList, or None for `simulated` answers, which cost nothing.
    """
    usage = answer.usage
    price = (
        pricing.UNPRICED if simulated else pricing.price(endpoint.model, usage, price_list.entries, in_batch=in_batch)
    )
    outcome = Outcome(
        OK,
        usage=usage,
        cost_usd=price.cost_usd,
        cost_status=price.cost_status,
        price=PriceUsed(endpoint.model, price.rates, price_list.source) if price.rates else None,
        latency_ms=latency_ms,
        model_returned=storable(answer.model),
        simulated=simulated,
        dropped_parameters=tuple(dropped_parameters),
        raw=scrub_json(storable(answer.raw), endpoint.api_key),
    )
    if call.embeds:
        has_vectors = bool(vectors.found_in(outcome.raw))
        return outcome if has_vectors else _failed(outcome, RETRYABLE, "empty_answer", reasons.NO_VECTORS())
    if answer.is_empty:
        return _failed(outcome, RETRYABLE, "empty_answer", reasons.NO_ANSWER())
    outcome = replace(
        outcome, text=storable(answer.text), finish_reason=answer.finish, thinking=storable(answer.thinking)
    )
    return _with_answer(_by_finish(outcome, answer, call), call)


def _by_finish(outcome, answer, call):
    if answer.finish == REFUSED:
        said = cleaned(storable(answer.refusal))
        return _failed(outcome, FATAL, "refused", PROVIDER(said) if said else reasons.CONTENT_FILTER())
    if answer.finish == LENGTH and call.more_tokens:
        return _failed(outcome, FATAL, "answer_truncated", reasons.CUT_OFF_AGAIN(n=call.max_tokens))
    if answer.finish == LENGTH:
        failed = _failed(outcome, RETRYABLE, "answer_truncated", reasons.CUT_OFF(n=call.max_tokens))
        return replace(failed, raise_max_tokens=True)
    if not outcome.text.strip():
        return _failed(outcome, RETRYABLE, "empty_answer", reasons.EMPTY_ANSWER())
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


def is_simulated(answer, endpoint, headers):
    """Told by the endpoint or by the answer: a provider's address may have been pointed at the simulation."""
    return (
        endpoint.simulated
        or SIMULATED_HEADER in headers
        or answer.raw.get("system_fingerprint") == SIMULATED_FINGERPRINT
        or "simulated" in answer.model
    )

"""Embedding calls: what litellm is asked with, and the vectors and the bill that come back."""

from reviews.judges.exchange import OK, RETRYABLE, Outcome, PriceUsed, Usage
from reviews.judges.json_answer import storable
from reviews.llm import outcome, pricing
from reviews.llm.redaction import scrub_json


def arguments(call, endpoint):
    """For litellm's `aembedding`: the texts of the messages are one batch."""
    return {
        **endpoint.litellm_arguments(is_sent=True), "input": [message["content"] for message in call.messages],
        "timeout": call.timeout_seconds, "max_retries": 0, "num_retries": 0,
    }


def outcome_of(response, endpoint, *, price_list, latency_ms):
    """The Outcome of an answered call; the vectors stand in `raw` alone, so they are kept as long as that is."""
    tokens = getattr(getattr(response, "usage", None), "prompt_tokens", None) or None
    usage = Usage(tokens, None if tokens is None else 0)
    simulated = outcome.is_simulated(response, endpoint)
    price = pricing.UNPRICED if simulated else pricing.price(endpoint.model, usage, price_list.entries)
    raw = scrub_json(storable(response.model_dump(mode="json")), endpoint.api_key)
    problem = {} if found_in(raw) else {"error_class": "empty_answer", "error_message": "The provider sent no vectors."}
    return Outcome(
        RETRYABLE if problem else OK, **problem, usage=usage, cost_usd=price.cost_usd, cost_status=price.cost_status,
        price=PriceUsed(endpoint.model, price.rates, price_list.source) if price.rates else None,
        latency_ms=latency_ms, model_returned=str(response.model or ""), simulated=simulated, raw=raw,
    )


def found_in(raw):
    """The vectors of an Outcome's `raw`, in the order of the texts; none where they cannot be read."""
    try:
        rows = sorted(raw["data"], key=lambda row: row["index"])
        return tuple(tuple(float(part) for part in row["embedding"]) for row in rows)
    except (LookupError, TypeError, ValueError):
        return ()

"""Pricing of the language-model client."""

from decimal import Decimal

from reviews.engine.client.exchange import Usage
from reviews.engine.client.pricing import price

LIST = {
    "gpt-4o-mini": {"input_cost_per_token": 1.5e-07, "output_cost_per_token": 6e-07},
    "anthropic/claude": {
        "input_cost_per_token": 3e-06,
        "output_cost_per_token": 1.5e-05,
        "cache_read_input_token_cost": 3e-07,
        "cache_creation_input_token_cost": 3.75e-06,
        "input_cost_per_token_above_200k_tokens": 6e-06,
    },
    "gemini/thinker": {
        "input_cost_per_token": 1e-06,
        "output_cost_per_token": 1e-06,
        "output_cost_per_reasoning_token": 5e-06,
    },
    "openai/free": {"input_cost_per_token": 0.0, "output_cost_per_token": 0.0},
}


def test_cost_is_tokens_times_rates_where_both_are_known():
    for model, usage, cost in [
        ("openai/gpt-4o-mini", Usage(1000, 100), "0.00021"),
        ("anthropic/claude", Usage(1000, 0, cached=900), "0.00057"),
        ("anthropic/claude", Usage(1000, 0, cached=400, cache_written=500), "0.002295"),
        ("anthropic/claude", Usage(200_001, 0), "1.200006"),
        ("gemini/thinker", Usage(0, 100, reasoning=80), "0.00042"),
    ]:
        result = price(model, usage, LIST)

        assert (result.cost_usd, result.cost_status) == (Decimal(cost), "priced"), (model, usage, cost)

    for model in ["openai/unheard-of", "openai/free", "openai/"]:
        result = price(model, Usage(10, 10), LIST)

        assert (result.cost_usd, result.cost_status) == (None, "unpriced"), model

    result = price("openai/gpt-4o-mini", Usage(None, None), LIST)
    assert (result.cost_usd, result.cost_status) == (None, "unknown")

"""What a call cost: tokens times the rates of a price list, in exact decimals."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

_PLACES = Decimal("0.0000000001")
_LONG_PROMPT_TOKENS = 200_000
_LONG_PROMPT_SUFFIX = "_above_200k_tokens"


@dataclass(frozen=True)
class Price:
    """`cost_usd` is None unless `cost_status` is priced; the other states are unpriced and unknown."""

    cost_usd: Decimal | None
    cost_status: str


UNPRICED = Price(None, "unpriced")
UNKNOWN = Price(None, "unknown")


def price(model, usage, price_list: Mapping[str, Mapping]):
    """Cost of `usage` for `model` (`provider/name`), with litellm's `model_cost` as the list.

    A model that is not listed, or listed with rates of zero, is unpriced: a zero in the list is a gap far more
    often than a gift. Usage that the provider did not report is unknown.
    """
    if usage.prompt_tokens is None or usage.completion_tokens is None:
        return UNKNOWN
    entry = _entry(model, price_list)
    if entry is None:
        return UNPRICED
    rates = _Rates(entry, is_long=usage.prompt_tokens > _LONG_PROMPT_TOKENS)
    fresh = max(usage.prompt_tokens - usage.cached - usage.cache_written, 0)
    plain = max(usage.completion_tokens - usage.reasoning, 0)
    total = (
        fresh * rates.of("input_cost_per_token")
        + usage.cached * rates.of("cache_read_input_token_cost", "input_cost_per_token")
        + usage.cache_written * rates.of("cache_creation_input_token_cost", "input_cost_per_token")
        + plain * rates.of("output_cost_per_token")
        + usage.reasoning * rates.of("output_cost_per_reasoning_token", "output_cost_per_token")
    )
    return Price(total.quantize(_PLACES), "priced")


def _entry(model, price_list):
    for name in (model, model.partition("/")[2]):
        entry = price_list.get(name)
        if entry and entry.get("input_cost_per_token") and entry.get("output_cost_per_token"):
            return entry
    return None


class _Rates:
    """Rates in USD per token; a long prompt has rates of its own with some providers."""

    def __init__(self, entry, *, is_long):
        self._entry = entry
        self._suffixes = (_LONG_PROMPT_SUFFIX, "") if is_long else ("",)

    def of(self, *names):
        """The first of `names` that the list has a rate for."""
        for name in names:
            for suffix in self._suffixes:
                rate = self._entry.get(name + suffix)
                if rate is not None:
                    return Decimal(str(rate))
        raise KeyError(names[-1])

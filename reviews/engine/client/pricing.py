"""What a call cost: tokens times the rates of a price list, in exact decimals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

EMBEDDING = "embedding"  # the list's word for what such models do
_PLACES = Decimal("0.0000000001")
_LONG_PROMPT_TOKENS = 200_000
_LONG_PROMPT_SUFFIX = "_above_200k_tokens"
_BATCH_SUFFIX = "_batches"
_BATCH_SHARE = Decimal("0.5")  # what the providers take of a price in a batch, where the list has no rate of its own


@dataclass(frozen=True)
class Price:
    """`cost_usd` is None unless `cost_status` is priced; the other states are unpriced and unknown.

    `rates` are those of the list's entry that it was counted with, by the list's names, in USD per token.
    """

    cost_usd: Decimal | None
    cost_status: str
    rates: Mapping[str, float] = field(default_factory=dict)


UNPRICED = Price(None, "unpriced")
UNKNOWN = Price(None, "unknown")


def price(model, usage, price_list: Mapping[str, Mapping], *, in_batch=False):
    """Cost of `usage` for `model` (`provider/name`), with litellm's `model_cost` as the list.

    A model that is not listed, or listed with rates of zero, is unpriced: a zero in the list is a gap far more
    often than a gift. Only embedding models write nothing for nothing. Usage that the provider did not report is
    unknown.
    """
    if usage.prompt_tokens is None or usage.completion_tokens is None:
        return UNKNOWN
    entry = entry_of(model, price_list)
    if entry is None:
        return UNPRICED
    rates = _Rates(entry, is_long=usage.prompt_tokens > _LONG_PROMPT_TOKENS, in_batch=in_batch)
    fresh = max(usage.prompt_tokens - usage.cached - usage.cache_written, 0)
    plain = max(usage.completion_tokens - usage.reasoning, 0)
    total = (
        fresh * rates.of("input_cost_per_token")
        + usage.cached * rates.of("cache_read_input_token_cost", "input_cost_per_token")
        + usage.cache_written * rates.of("cache_creation_input_token_cost", "input_cost_per_token")
        + plain * rates.of("output_cost_per_token")
        + usage.reasoning * rates.of("output_cost_per_reasoning_token", "output_cost_per_token")
    )
    return Price(total.quantize(_PLACES), "priced", rates.used)


def entry_of(model, price_list):
    """What the list has for a model, None where it has no price."""
    for name in (model, model.partition("/")[2]):
        entry = price_list.get(name)
        if not entry or not entry.get("input_cost_per_token"):
            continue
        if entry.get("mode") == EMBEDDING:
            return {**entry, "output_cost_per_token": entry.get("output_cost_per_token") or 0.0}
        if entry.get("output_cost_per_token"):
            return entry
    return None


class _Rates:
    """Rates in USD per token; a long prompt and a batch have rates of their own with some providers."""

    def __init__(self, entry, *, is_long, in_batch):
        self._entry = entry
        self._suffixes = (_LONG_PROMPT_SUFFIX, "") if is_long else ("",)
        self._in_batch = in_batch
        self.used = {}

    def of(self, *names):
        """The first of `names` that the list has a rate for; in a batch its own rate, or half."""
        for name in names:
            for suffix in self._suffixes:
                rate = self._listed(name + suffix)
                if rate is not None:
                    return rate
        raise KeyError(names[-1])

    def _listed(self, name):
        own = self._entry.get(name + _BATCH_SUFFIX) if self._in_batch else None
        plain = self._entry.get(name)
        if own is not None:
            self.used[name + _BATCH_SUFFIX] = own
            return Decimal(str(own))
        if plain is None:
            return None
        self.used[name] = plain
        return Decimal(str(plain)) * (_BATCH_SHARE if self._in_batch else 1)

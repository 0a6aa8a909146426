"""The most that a call may cost, from prices that the ledger has met: what is held against budgets meanwhile."""

from dataclasses import dataclass
from decimal import ROUND_UP, Decimal

from django.db.models import OuterRef, Subquery

from reviews.engine.client import price_list
from reviews.engine.client.endpoints import resolve
from reviews.engine.models import LLMPrice

_PLACES = Decimal("0.0000000001")
_INPUT = ("input_cost_per_token", "cache_creation_input_token_cost")
_OUTPUT = ("output_cost_per_token", "output_cost_per_reasoning_token")
_BATCH_SUFFIX = "_batches"
BATCH_SHARE = Decimal("0.5")  # of a price, where only the one of direct calls is known, and the other way round


@dataclass(frozen=True)
class WorstRates:
    """The dearest rates that may hold for a model, in USD per token of a direct call."""

    per_input_token: Decimal
    per_output_token: Decimal

    def usd(self, input_tokens, max_output_tokens, *, in_batch=False):
        """Rounded up, so that nothing is free."""
        total = input_tokens * self.per_input_token + max_output_tokens * self.per_output_token
        return (total * (BATCH_SHARE if in_batch else 1)).quantize(_PLACES, rounding=ROUND_UP)


def usd(model, input_tokens, max_output_tokens, *, in_batch=False):
    """The most that one call may cost, or None for a model whose price no answer has shown yet. One statement."""
    rates = rates_of([model]).get(model)
    return None if rates is None else rates.usd(input_tokens, max_output_tokens, in_batch=in_batch)


def rates_of(models):
    """{model: WorstRates} of those with a price, each from all entries of the newest price list; one statement.

    Simulated models cost nothing and have none.
    """
    names = {model: endpoint.model for model in models if not (endpoint := resolve(model)).simulated}
    same = LLMPrice.objects.filter(model=OuterRef("model")).order_by("-noted_at", "-pk")
    newest = LLMPrice.objects.filter(model__in=set(names.values()), source=Subquery(same.values("source")[:1]))
    entries = {}
    for row in newest if names else ():
        entries.setdefault(row.model, []).append(row.rates)
    found = {model: _worst(entries.get(name, [])) for model, name in names.items()}
    return {model: rates for model, rates in found.items() if rates is not None}


def listed_rates_of(model):
    """The WorstRates by the price list alone, for a model that no answer has shown a price of; None: not in it."""
    rates = price_list.rates_of(model)
    return None if rates is None else _worst([rates])


def _worst(entries):
    read = [rate for rates in entries for rate in _direct(rates, _INPUT)]
    written = [rate for rates in entries for rate in _direct(rates, _OUTPUT)]
    return WorstRates(max(read), max(written)) if read and written else None


def _direct(rates, names):
    """What a list's entry has under names that begin so, as rates of a direct call."""
    for name, rate in rates.items():
        if name.startswith(names):
            yield Decimal(str(rate)) / (BATCH_SHARE if name.endswith(_BATCH_SUFFIX) else 1)

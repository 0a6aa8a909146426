"""What one review would cost with each of some models, from the prices that answers have shown."""

from dataclasses import dataclass
from decimal import Decimal

from reviews.engine.client.endpoints import is_simulated
from reviews.engine.limits.actions import cost_estimates


@dataclass(frozen=True)
class CostLine:
    """One model. Without a known price both amounts are None; a simulated one costs nothing and has none either."""

    model: str
    is_simulated: bool
    usual_usd: Decimal | None
    most_usd: Decimal | None

    @property
    def is_unpriced(self):
        return self.most_usd is None and not self.is_simulated


@dataclass(frozen=True)
class Costs:
    """The lines in the order of the models, with the tokens that all of them were counted with."""

    lines: list
    input_tokens: int
    usual_output_tokens: int
    most_output_tokens: int


def costs_of(models, input_tokens, usual_output_tokens, most_output_tokens):
    """The Costs of one review; one statement."""
    rates = cost_estimates.rates_of(models)
    lines = []
    for model in models:
        found = rates.get(model)
        amounts = [
            found.usd(input_tokens, tokens) if found else None for tokens in (usual_output_tokens, most_output_tokens)
        ]
        lines.append(CostLine(model, is_simulated(model), *amounts))
    return Costs(lines, input_tokens, usual_output_tokens, most_output_tokens)

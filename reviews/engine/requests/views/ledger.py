"""Requests to language models with what their attempts came to."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Case, Count, Q, Sum, Value, When
from django.db.models.functions import Coalesce

from evalhub.lib import orders
from reviews.engine.models import LLMAttempt, LLMRequest
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.stages import registry
from reviews.engine.views.labels import stage_title

RELATED = ("run__annotator", "run__task", "stage", "item")
CALLED = LLMAttempt.objects.exclude(status=SENT)
SUMS = {
    "tries": Count("pk"),
    "tokens": Sum("prompt_tokens") + Sum("completion_tokens"),
    "cost": Sum("cost_usd"),
}
# The same of a request, as expressions.
TRIES = Coalesce(orders.summed(CALLED, "request", SUMS["tries"]), 0)
TOKENS = orders.summed(CALLED, "request", SUMS["tokens"])
COST = Case(
    When(reused_from__isnull=False, then=Value(Decimal(0))), default=orders.summed(CALLED, "request", SUMS["cost"])
)


@dataclass(frozen=True)
class Spent:
    """The attempts of one request; tokens and money None while none is known."""

    tries: int = 0
    tokens: int | None = None
    cost_usd: Decimal | None = None
    unpriced_calls: int = 0
    simulated: bool = False


def requests_of(organization):
    return LLMRequest.objects.filter(run__organization=organization)


def load_spent(requests):
    """Set `spent` and `cost_usd`, which is 0 for an answer that was reused, of each; one statement."""
    rows = CALLED.filter(request__in=[row.pk for row in requests]).order_by()
    sums = rows.values("request_id").annotate(
        **SUMS,
        unpriced_calls=Count("pk", filter=Q(cost_status="unpriced", simulated=False)),
        of_simulation=Count("pk", filter=Q(simulated=True)),
    )
    spent = {
        row["request_id"]: Spent(
            row["tries"], row["tokens"], row["cost"], row["unpriced_calls"], simulated=row["of_simulation"] > 0
        )
        for row in sums
    }
    for row in requests:
        row.spent = spent.get(row.pk, Spent())
        row.cost_usd = Decimal(0) if row.reused_from_id else row.spent.cost_usd


def title_of(stage):
    return stage_title(registry[stage.kind].title)

"""The prompts that went where the router said: the model taken, the answer, and what the shadows found and cost."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext_lazy

from reviews.engine.models import LLMAttempt
from reviews.engine.views.labels import REQUEST_STATES, StateLabel
from reviews.quality.models import RoutedPrompt
from reviews.quality.models.routed_prompt import ASKED, DRAWN, FAILED, GRADED

RELATED = ("request", "run", "shadow_run", "observation__judgement", "case", "created_by", "system", "baseline")
SHADOWS = {
    DRAWN: StateLabel("waiting", gettext_lazy("Sampled")),
    ASKED: StateLabel("running", gettext_lazy("Running")),
    GRADED: StateLabel("done", gettext_lazy("Compared")),
    FAILED: StateLabel("failed", gettext_lazy("Failed")),
}


@dataclass(frozen=True)
class Cost:
    """What tries cost in USD as far as it is known, and how many have no known cost; None: none is known."""

    usd: Decimal | None = None
    unpriced: int = 0


@dataclass(frozen=True)
class Line:
    """A routed prompt with what it and its shadow cost; `shadow_look` None where there is no shadow."""

    routed: RoutedPrompt
    look: StateLabel
    cost: Cost
    shadow_look: StateLabel | None
    shadow_cost: Cost
    simulated: bool


@dataclass(frozen=True)
class Total:
    """Of any routed prompts together; the cost is that of their shadows, which it pays beside the answers."""

    n: int
    shadowed: int
    compared: int
    failed: int
    shadow_cost: Cost


def of_organization(organization):
    return RoutedPrompt.objects.for_organization(organization).select_related(*RELATED)


def lines_of(prompts):
    """The Lines of RoutedPrompts with their RELATED rows; one statement."""
    runs = [run for routed in prompts for run in (routed.run_id, routed.shadow_run_id) if run]
    rows = (
        LLMAttempt.objects.filter(request__run__in=runs)
        .order_by()
        .values("request__run")
        .annotate(
            usd=Sum("cost_usd"),
            unpriced=Count("pk", filter=Q(cost_usd=None)),
            made_up=Count("pk", filter=Q(simulated=True)),
        )
    )
    costs = {row["request__run"]: (Cost(row["usd"], row["unpriced"]), row["made_up"] > 0) for row in rows}
    return [_line(routed, costs) for routed in prompts]


def total_of(prompts):
    """The Total of a queryset; two statements."""
    row = prompts.order_by().aggregate(
        n=Count("pk"),
        shadowed=Count("pk", filter=Q(shadow__in=SHADOWS)),
        compared=Count("pk", filter=Q(shadow=GRADED)),
        failed=Count("pk", filter=Q(shadow=FAILED)),
    )
    tries = LLMAttempt.objects.filter(request__run__in=prompts.order_by().exclude(shadow_run=None).values("shadow_run"))
    cost = tries.order_by().aggregate(usd=Sum("cost_usd"), unpriced=Count("pk", filter=Q(cost_usd=None)))
    return Total(**row, shadow_cost=Cost(**cost))


def _line(routed, costs):
    nothing = (Cost(), False)
    cost, simulated = costs.get(routed.run_id, nothing)
    shadow_cost, _simulated = costs.get(routed.shadow_run_id, nothing)
    return Line(routed, REQUEST_STATES[routed.request.state], cost, SHADOWS.get(routed.shadow), shadow_cost, simulated)

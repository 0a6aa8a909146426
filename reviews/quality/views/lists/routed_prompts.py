"""The list of prompts that the router has sent."""

from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.engine.runs.views import totals
from reviews.engine.views.labels import REQUEST_STATES
from reviews.quality.models.routed_prompt import NO_SHADOW
from reviews.quality.views.routed_prompts import SHADOWS, lines_of, of_organization, total_of

CELLS = "reviews/quality/routed_prompt_cells.html"
STATE_LABELS = {key: state.label for key, state in REQUEST_STATES.items()}
SHADOW_LABELS = {NO_SHADOW: _("None")} | {key: state.label for key, state in SHADOWS.items()}
FILTERS = (
    filters.text("task_type", "task_type", "prompts of this kind of task", title=_("Kind of task")),
    filters.text("model", "system__name", "prompts that went to this model", title=_("Routed model")),
    filters.choice(
        "state",
        "request__state",
        STATE_LABELS,
        "prompts whose request is in one of these states",
        title=_("State"),
        labels=STATE_LABELS,
    ),
    filters.choice(
        "shadow",
        "shadow",
        SHADOW_LABELS,
        "prompts whose shadow is in one of these states",
        title=_("Shadow"),
        labels=SHADOW_LABELS,
    ),
    filters.since("created_at", "prompts sent then or later", title=_("Sent from")),
)


@register("routed_prompts")
class RoutedPromptList(List):
    title = _("Routed prompts")
    lead = _(
        "Prompts that programs sent through the router. A share is also sent to the preferred model as a shadow request"
        " in the background. Each comparison is recorded as an observation."
    )
    columns = (
        Column("prompt", _("Prompt"), "text", template=f"{CELLS}#prompt"),
        Column("task_type", _("Kind of task"), "task_type", sort="task_type"),
        Column("model", _("Routed model"), "model", template=f"{CELLS}#model", sort="system__name"),
        Column("state", _("State"), "request.state", template=f"{CELLS}#state", sort="request__state"),
        Column("cost_usd", _("Cost"), "line.cost.usd", kind="number", template=f"{CELLS}#cost"),
        Column("shadow", _("Shadow"), "shadow", template=f"{CELLS}#shadow", sort="shadow"),
        Column("quality_score", _("Quality"), "observation.quality_score", kind="number", template=f"{CELLS}#quality"),
        Column("created_at", _("Sent"), "created_at", kind="time", sort="pk"),
        Column("baseline", _("Preferred model"), "baseline_model", kind="mono", default=False, sort="baseline__name"),
        Column("shadow_cost_usd", _("Cost of the shadow request"), "line.shadow_cost.usd", kind="money", default=False),
    )
    sorts = {
        "cost_usd": totals.cost("run"),
        "quality_score": Coalesce("observation__judgement__number", "observation__own_quality_score"),
        "shadow_cost_usd": totals.cost("shadow_run"),
    }
    filters = FILTERS
    search, search_label = ("case__input__prompt", "task_type", "system__name"), _("Prompt, kind of task or model")
    summary = "reviews/quality/routed_prompt_summary.html"
    empty = Empty(
        "badge-dollar-sign",
        _("No routed prompts yet"),
        _(
            "Programs send prompts through the API at /v1/quality/prompts or the RoutedAdapter in Python. The policy of"
            " their kind of task chooses the model."
        ),
        Link(_("Open routing"), "reviews:quality", capability="read", icon=""),
    )

    def rows(self):
        return of_organization(self.organization)

    def load(self, rows):
        """Set `line`: what a prompt and its shadow cost, and how their states are shown."""
        for row, line in zip(rows, lines_of(rows), strict=True):
            row.line = line

    def summarize(self, rows):
        return total_of(rows)

    def href(self, row):
        return reverse("reviews:run_detail", args=[row.run_id])

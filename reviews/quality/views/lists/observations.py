"""The list of the quality ledger's observations."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.quality.graders import title_of
from reviews.quality.models import QualityObservation
from reviews.quality.views.model_summaries import STALE_DAYS, total_of

CELLS = "reviews/quality/observation_cells.html"
FILTERS = (
    filters.text("task_type", "task_type", "observations of this kind of task", title=_("Kind of task")),
    filters.text("adapter_id", "system__name", "observations of this model", title=_("Model")),
    filters.text("grader_id", "grader_id", "observations by this grader", title=_("Grader")),
    filters.flag("simulated", "simulated", "of simulated models, or of real ones", title=_("Simulated")),
    filters.since("recorded_at", "observations recorded then or later", title=_("Recorded from")),
    filters.until("recorded_at", "observations recorded before", title=_("Recorded to")),
)


@register("observations")
class ObservationList(List):
    title = _("Observations")
    columns = (
        Column("model", _("Model"), "adapter_id", template=f"{CELLS}#model", sort="system__name"),
        Column("task_type", _("Kind of task"), "task_type", sort="task_type"),
        Column(
            "quality_score",
            _("Quality"),
            "quality_score",
            kind="number",
            template=f"{CELLS}#quality",
            sort="quality_score",
        ),
        Column("grader", _("Grader"), lambda row: title_of(row.grader_id), sort="grader_id"),
        Column("cost_usd", _("Cost"), "cost_usd", kind="number", template=f"{CELLS}#cost", sort="cost_usd"),
        Column("latency_ms", _("Latency"), "latency_ms", kind="number", template=f"{CELLS}#latency", sort="latency_ms"),
        Column("tokens_in", _("Tokens in"), "tokens_in", kind="number", template=f"{CELLS}#tokens", sort="tokens_in"),
        Column(
            "tokens_out", _("Tokens out"), "tokens_out", kind="number", template=f"{CELLS}#tokens", sort="tokens_out"
        ),
        Column("recorded_at", _("Recorded"), "recorded_at", kind="time", sort="recorded_at"),
        Column("notes", _("Notes"), "notes", default=False),
    )
    filters = FILTERS
    search = ("system__name", "task_type", "grader_id", "notes")
    search_label = _("Model, kind of task, grader or notes")
    order = "-recorded_at"
    summary = "reviews/quality/observation_summary.html"
    empty = Empty(
        "list-checks",
        _("No observations yet"),
        _("Gradings create observations. You can also import a JSON Lines file."),
        Link(_("Go to gradings"), "reviews:grading_list", capability="read", icon=""),
    )

    def rows(self):
        return QualityObservation.objects.for_organization(self.organization).with_systems()

    def summarize(self, rows):
        return {"total": total_of(rows), "stale_days": STALE_DAYS}

    def note(self, row):
        return row.notes

    def href(self, row):
        return reverse("reviews:grading_detail", args=[row.grading_id]) if row.grading_id else ""

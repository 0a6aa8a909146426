"""The ledger: requests to language models of all runs of an organization."""

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.engine import prompt_pages
from reviews.engine.models import EvaluationRun, RunStage
from reviews.engine.requests.views import ledger
from reviews.engine.requests.views.filters import FILTERS, RUN, id_of, runs_named, stages_asking
from reviews.engine.stages import registry
from reviews.engine.views.failure_labels import failure_label
from reviews.engine.views.labels import REQUEST_STATES, stage_title

CELLS = "reviews/engine/requests/request_cells.html"
UNDER_WAY = ("waiting", "running", "batched")


def stage_titles(stages):
    """{name: title} of the steps there are to choose from; one statement."""
    known = stages.order_by("name").values_list("name", "kind").distinct()
    return {name: stage_title(registry[kind].title) for name, kind in known}


def run_title(organization, text):
    """The name of the run whose id a text is, "" for any other text."""
    runs = EvaluationRun.objects.for_organization(organization).filter(pk=id_of(text)).with_title()
    return (id_of(text) and runs.values_list("title", flat=True).first()) or ""


def hrefs_of_prompts(stages):
    """{prompt version: address of its page} of RunStages, "" for one without a page."""
    return {stored: prompt_pages.href_of(stored) for stored in {stage.prompt_version for stage in stages}}


def error_of(row):
    """Why a request failed, or what its last attempt ended with, in words."""
    if row.state == "failed":
        return failure_label(row.error_class or "unknown")
    return "" if row.state == "done" else str(row.last_error or "")


class LedgerList(List):
    """What lists of the ledger share: steps and runs are named in their filters."""

    def labels(self, filter):
        if filter.name != "stage":
            return super().labels(filter)
        return stage_titles(RunStage.objects.filter(run__organization=self.organization))

    def chip_text(self, filter, value):
        return run_title(self.organization, value) if filter.name == "run" else ""


@register("requests")
class RequestList(LedgerList):
    title = gettext_lazy("Ledger")
    lead = gettext_lazy("Every request to a language model with its attempts, messages, cost and errors.")
    columns = (
        Column("request", gettext_lazy("Request"), "pk", template=f"{CELLS}#request"),
        Column("state", gettext_lazy("State"), "state", template=f"{CELLS}#state", sort="state"),
        Column("stage", gettext_lazy("Step"), "stage.name", template=f"{CELLS}#stage", sort="stage__name"),
        Column("model", gettext_lazy("Model"), "stage.model", kind="mono", sort="stage__model"),
        Column(
            "prompt_version",
            gettext_lazy("Prompt"),
            "stage.prompt_version",
            kind="mono",
            sort="stage__prompt_version",
            default=False,
        ),
        Column("run", gettext_lazy("Run"), "run", template=f"{CELLS}#run"),
        Column("attempts", gettext_lazy("Attempts"), "spent.tries", kind="number", template=f"{CELLS}#count"),
        Column("tokens", gettext_lazy("Tokens"), "spent.tokens", kind="number", template=f"{CELLS}#tokens"),
        Column("cost_usd", gettext_lazy("Cost"), "cost_usd", kind="money", template=f"{CELLS}#cost"),
        Column("item", gettext_lazy("Item"), "item_id", kind="mono", sort="item_id", default=False),
        Column("error_class", gettext_lazy("Error"), "error_class", kind="mono", sort="error_class", default=False),
        Column("error_message", gettext_lazy("Message"), "error_message", default=False),
        Column("version", gettext_lazy("Version"), "request_version", kind="number", default=False),
        Column("replaced", gettext_lazy("Replaced"), "replaced", template=f"{CELLS}#flag", default=False),
        Column("reused_from", gettext_lazy("Reused from"), "reused_from_id", kind="mono", default=False),
        Column("content_hash", gettext_lazy("Content hash"), "content_hash", kind="mono", default=False),
        Column("finished_at", gettext_lazy("Ended"), "finished_at", kind="time", default=False),
        Column("created_at", gettext_lazy("Created"), "created_at", kind="time", sort="pk"),
    )
    sorts = {
        "attempts": ledger.TRIES,
        "tokens": ledger.TOKENS,
        "cost_usd": ledger.COST,
        "version": F("request_version"),
        "finished_at": F("finished_at"),
    }
    filters = (RUN, *FILTERS)
    search_label = gettext_lazy("Number, run or model")
    empty = Empty(
        "scroll-text",
        gettext_lazy("No requests yet"),
        gettext_lazy("Requests of runs to language models appear here."),
        Link(gettext_lazy("Go to runs"), "reviews:run_list", capability="read"),
    )

    def rows(self):
        found = ledger.requests_of(self.organization).select_related(*ledger.RELATED)
        return found.annotate(case=F("item__test_case__external_id"))

    def searched(self, rows, text):
        if text.isascii() and text.isdigit() and len(text) < 19:
            return rows.filter(pk=int(text))
        return rows.filter(Q(run__in=runs_named(text)) | Q(stage__in=stages_asking(text)))

    def load(self, rows):
        """Set `spent`, `cost_usd`, `look`, `error`, `step` and `prompt_href` of each; one statement."""
        ledger.load_spent(rows)
        hrefs = hrefs_of_prompts(row.stage for row in rows)
        for row in rows:
            row.prompt_version = row.stage.prompt_version
            row.look, row.error, row.step = REQUEST_STATES[row.state], error_of(row), ledger.title_of(row.stage)
            row.prompt_href = hrefs[row.prompt_version]

    def is_live(self, rows):
        return any(row.state in UNDER_WAY and not row.run.has_ended for row in rows)

    def note(self, row):
        if row.item is None:
            return ""
        words = _("Item %(number)s") % {"number": row.item.position + 1}
        return f"{words} · {row.case}" if row.case else words

    def href(self, row):
        return reverse("reviews:request_detail", args=[row.pk])

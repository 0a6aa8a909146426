"""The list of runs of every kind: how far each is, what it cost, and what it was begun for."""

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lib.charts.numbers import count as counted
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.engine.models import EvaluationRun, LLMRequest, RunStage
from reviews.engine.models.evaluation_run import ENDED, KINDS, STATUSES
from reviews.engine.runs.owners import owners_of
from reviews.engine.runs.views import totals as run_totals
from reviews.engine.views.labels import RUN_KINDS, RUN_STATUSES, label_of_run, stage_title

CELLS = "reviews/engine/runs/run_cells.html"


def _asks(model):
    """Whether a run has a model with this text in its name."""
    return Exists(RunStage.objects.filter(run=OuterRef("pk"), model__icontains=model))


def _with_failures(runs, has_failures):
    failed = LLMRequest.objects.current().filter(run=OuterRef("pk"), state="failed")
    condition = Q(Exists(failed), status__in=ENDED)
    return runs.filter(condition if has_failures else ~condition)


FILTERS = (
    filters.choice(
        "status",
        "status",
        STATUSES,
        "runs in one of these states",
        code="unknown_status",
        title=_("State"),
        labels={status: RUN_STATUSES[status].label for status in STATUSES},
    ),
    filters.choice(
        "kind", "kind", KINDS, "runs of one of these kinds", code="unknown_kind", title=_("Kind"), labels=RUN_KINDS
    ),
    filters.flag(
        "has_failures", _with_failures, "runs that have ended with failed requests", title=_("Ended with failures")
    ),
    filters.text(
        "name",
        lambda runs, text: runs.with_title().filter(title__icontains=text),
        "a part of the name",
        title=_("Name"),
    ),
    filters.text("model", lambda runs, text: runs.filter(_asks(text)), "a part of a model's name", title=_("Model")),
    filters.since("created_at", "runs begun then or later", title=_("Started from")),
    filters.until("created_at", "runs begun before then", title=_("Started until")),
)


def load_totals(rows, run_of=lambda row: row):
    """Set what the cells of runs show of rows that are runs, or have one: `totals`, `look`, `is_done` and `failed`,
    the number of failed requests of one that goes on; three statements."""
    totals = run_totals.totals_of([run_of(row) for row in rows])
    for row in rows:
        run, found = run_of(row), totals[run_of(row).pk]
        row.totals, row.look = found, label_of_run(run, found.failed, found.expected)
        row.is_done = run.status == "completed" and not found.failed
        row.failed = 0 if run.has_ended else found.failed


@register("runs")
class RunList(List):
    title = _("Runs")
    columns = (
        Column("name", _("Run"), str, sort="title"),
        Column("status", _("State"), "look.label", template=f"{CELLS}#state", sort="status"),
        Column("kind", _("Kind"), lambda run: RUN_KINDS[run.kind], template=f"{CELLS}#kind", sort="kind"),
        Column("answered", _("Answered"), "totals.done", template=f"{CELLS}#answered"),
        Column("step", _("Step"), "step", default=False),
        Column("models", _("Models"), lambda run: ", ".join(run.totals.models), kind="mono", default=False),
        Column("cost_usd", _("Cost so far"), "totals.cost_usd", kind="money", template=f"{CELLS}#cost"),
        Column("round", _("Round"), "round", kind="number", sort="round", default=False),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Started"), "created_at", kind="time", sort="created_at"),
        Column("finished_at", _("Completed"), "finished_at", kind="time", sort="finished_at", default=False),
    )
    sorts = {"answered": run_totals.answered(), "cost_usd": run_totals.cost()}
    filters = FILTERS
    search_label = _("Name or model")
    empty = Empty(
        "bot",
        _("No runs yet"),
        _(
            "A run sends every item of a task to a language model. It starts when you add a model on the Models tab of"
            " a task."
        ),
        Link(_("Add a model to a task"), "annotations:task_list"),
        _("They appear here once an admin adds a model to a task."),
    )

    def rows(self):
        found = EvaluationRun.objects.for_organization(self.organization)
        return found.select_related("annotator", "task", "created_by").with_title()

    def searched(self, rows, text):
        return rows.filter(Q(title__icontains=text) | _asks(text))

    def load(self, rows):
        """Set `owner` and `step` beside the totals, in three statements and some for each kind."""
        load_totals(rows)
        owners = owners_of(rows)
        for run in rows:
            run.owner = owners.get(run.pk)
            run.step = stage_title(run.totals.titles.get(run.current_stage, ""))

    def is_simulated(self, row):
        return row.totals.simulated

    def is_live(self, rows):
        return any(run.status not in ENDED for run in rows)

    def note(self, row):
        models = ", ".join(row.totals.models)
        if row.round == 1:
            return models
        words = gettext("repetition %(n)s") % {"n": counted(row.round)}
        return f"{words} · {models}" if models else words

    def href(self, row):
        return reverse("reviews:run_detail", args=[row.pk])

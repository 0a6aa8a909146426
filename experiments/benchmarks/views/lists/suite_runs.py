"""The list of runs of suites: which system, how far, and what it has scored."""

from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lib.leases import LeasedWork
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List
from evalhub.templatetags.states import LOOKS
from experiments.benchmarks.actions import boards
from experiments.benchmarks.models import BenchmarkSuite, SuiteRun

FILTERS = (
    filters.choice(
        "state",
        "state",
        LeasedWork.STATES,
        "runs in this state",
        title=_("State"),
        labels={state: LOOKS[state].label for state in LeasedWork.STATES},
    ),
    filters.identifier("suite", "suite", "runs of this suite", title=_("Suite")),
    filters.since("created_at", "runs started then or later", title=_("Created from")),
)
MOST_SUITES = 200  # offered as choices


@register("benchmark_runs")
class SuiteRunList(List):
    title = _("Benchmark runs")
    columns = (
        Column("system", _("System"), "system.name", sort="system__name"),
        Column("suite", _("Suite"), "suite"),
        Column("state", _("State"), "shown_state", kind="state", sort="state"),
        Column("tasks", _("Tasks completed"), lambda run: "{completed_tasks} / {total_tasks}".format(**run.progress)),
        Column("score", _("Score"), "score", template="experiments/benchmarks/run_cells.html#score"),
        Column("cost_usd", _("Cost so far"), "cost", kind="money"),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    unsorted = {"cost_usd": "It adds up the runs of several evaluations, and is undefined where one price is unknown."}
    filters = FILTERS
    search = ("system__name", "suite__name")
    search_label = _("System or suite")
    empty = Empty("flask-conical", _("No runs yet"), _("Open a suite and run a system on it."))

    def rows(self):
        found = SuiteRun.objects.for_organization(self.organization)
        return found.select_related("suite", "system", "created_by")

    def load(self, rows):
        for run, board in zip(rows, boards.boards_of(rows), strict=True):
            run.progress, run.score, run.cost = board.progress, board.overall_score, board.cost_usd

    def is_live(self, rows):
        return any(not run.has_ended for run in rows)

    def labels(self, filter):
        if filter.name != "suite":
            return super().labels(filter)
        suites = BenchmarkSuite.objects.for_organization(self.organization)
        return {str(suite.pk): str(suite) for suite in suites[:MOST_SUITES]}

    def href(self, row):
        return row.get_absolute_url()

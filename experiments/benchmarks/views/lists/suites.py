"""The list of benchmark suites."""

from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from experiments.benchmarks.models import BenchmarkSuite

FILTERS = (
    filters.part_of("name", "name", "a part of the name", title=_("Name")),
    filters.since("created_at", "suites added then or later", title=_("Created from")),
)


@register("benchmark_suites")
class SuiteList(List):
    title = _("Benchmarks")
    in_palette = True
    columns = (
        Column("name", _("Suite"), "name", sort="name"),
        Column("version", _("Version"), "version", kind="mono", sort="version"),
        Column("tasks", _("Tasks"), "n_tasks", kind="number", sort="n_tasks"),
        Column("cases", _("Cases"), "n_cases", kind="number", sort="n_cases"),
        Column("runs", _("Runs"), "n_runs", kind="number", sort="n_runs"),
        Column("aggregation", _("Aggregation"), "aggregation", kind="mono", default=False),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    filters = FILTERS
    search = ("name", "description")
    search_label = _("Name or description")
    links = (
        Link(_("Import log"), "benchmarks:log_import", icon="upload"),
        Link(_("Add suite"), "benchmarks:suite_create", primary=True),
    )
    empty = Empty(
        "flask-conical",
        _("No suites yet"),
        _("A suite is a set of tasks on which systems are compared. Add one of ours, or your own file."),
        Link(_("Add suite"), "benchmarks:suite_create"),
        _("They appear here once an admin adds one."),
    )

    def rows(self):
        found = BenchmarkSuite.objects.for_organization(self.organization)
        return found.with_counts().select_related("created_by")

    def note(self, row):
        return row.description

    def href(self, row):
        return row.get_absolute_url()

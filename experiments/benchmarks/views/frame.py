"""What the pages of one suite share: the suite, its tabs and the trail back."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from experiments.benchmarks.models import BenchmarkSuite, SuiteRun


def suite_of(request, suite_id):
    found = BenchmarkSuite.objects.for_organization(request.organization).with_counts()
    return get_object_or_404(found.select_related("created_by"), pk=suite_id)


def run_of(request, suite_run_id):
    found = SuiteRun.objects.for_organization(request.organization)
    return get_object_or_404(found.select_related("suite", "system", "organization", "created_by"), pk=suite_run_id)


def suite_frame(request, suite, current):
    """The context of a suite's page; `current` is "leaderboard" or "tasks"."""
    runs_href = f"{reverse('benchmarks:run_list')}?suite={suite.pk}"
    tabs = [
        ("leaderboard", _("Leaderboard"), suite.get_absolute_url(), None),
        ("runs", _("Runs"), runs_href, suite.n_runs),
        ("tasks", _("Tasks"), reverse("benchmarks:suite_tasks", args=[suite.pk]), suite.n_tasks),
    ]
    return {
        "suite": suite,
        "trail": [trail_of_suites()],
        "tabs": [
            {"label": label, "href": href, "current": key == current, "count": count}
            for key, label, href, count in tabs
        ],
        "may_manage": request.membership.may("manage"),
    }


def trail_of_suites():
    return {"label": _("Benchmarks"), "href": reverse("benchmarks:suite_list")}


def trail_of(suite):
    return [trail_of_suites(), {"label": str(suite), "href": suite.get_absolute_url()}]

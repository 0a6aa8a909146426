"""Pages of a suite: add one, its leaderboard, its tasks."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.benchmarks.actions import boards, shipped, suites
from experiments.benchmarks.forms import SuiteForm
from experiments.benchmarks.models import BenchmarkSuite
from experiments.benchmarks.scores import AGGREGATIONS
from experiments.benchmarks.views import leaderboard
from experiments.benchmarks.views.frame import suite_frame, suite_of, trail_of_suites
from reviews.quality.views.labels import look_of_licence


@requires("manage")
@require_http_methods(["GET", "POST"])
def suite_create(request):
    form = SuiteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            suite = suites.create(
                organization=request.organization, document=form.cleaned_data["definition"], by=request.user
            )
        except EvalHubError as error:
            form.add_error("definition", error.message.split("\n"))
        else:
            messages.success(request, _("Suite added."))
            return redirect("benchmarks:suite_tasks", suite.pk)
    known = set(BenchmarkSuite.objects.for_organization(request.organization).values_list("name", "version"))
    offered = [
        {"shipped": each, "is_added": (each.suite.name, each.suite.version) in known}
        for each in shipped.shipped().values()
    ]
    context = {"form": form, "offered": offered, "trail": [trail_of_suites()]}
    template = "experiments/benchmarks/suite_create.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


@requires("manage")
@require_POST
def suite_add_shipped(request, shipped_key):
    suite = shipped.add(organization=request.organization, key=shipped_key, by=request.user)
    messages.success(request, _("Suite added."))
    return redirect("benchmarks:suite_tasks", suite.pk)


@requires("read")
@require_safe
def suite_detail(request, suite_id):
    """The leaderboard: the newest run of each system, by macro or micro score."""
    suite = suite_of(request, suite_id)
    aggregation = request.GET.get("score")
    aggregation = aggregation if aggregation in AGGREGATIONS else suite.aggregation
    comparison = boards.leaderboard(suite, aggregation)
    context = suite_frame(request, suite, "leaderboard") | {
        "aggregation": aggregation,
        "aggregations": AGGREGATIONS,
        "judges": [(each, look_of_licence(each.licence)) for each in boards.judges_of(comparison)],
        "board": leaderboard.board_of(comparison, suite) if comparison.models else None,
    }
    return render(request, "experiments/benchmarks/suite_detail.html", context)


@requires("read")
@require_safe
def suite_tasks(request, suite_id):
    suite = suite_of(request, suite_id)
    context = suite_frame(request, suite, "tasks") | {
        "tasks": suite.tasks.select_related("dataset_version__dataset"),
    }
    return render(request, "experiments/benchmarks/suite_tasks.html", context)

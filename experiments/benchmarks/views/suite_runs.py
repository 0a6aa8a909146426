"""Pages of a run of a suite: start it, watch it, pause, cancel or retry it."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.benchmarks import plan
from experiments.benchmarks.actions import boards, suite_runs
from experiments.benchmarks.forms import SuiteRunForm
from experiments.benchmarks.tasks import advance_suite_runs
from experiments.benchmarks.views import gantt
from experiments.benchmarks.views.frame import run_of, suite_of, trail_of
from reviews.scorers.forms import filled_in_models, offered_models

TEMPLATE = "experiments/benchmarks/run_detail.html"


@requires("manage")
@require_http_methods(["GET", "POST"])
def run_create(request, suite_id):
    """The plan under the limits of the form is shown before the run is started."""
    suite = suite_of(request, suite_id)
    first = next(iter(filled_in_models()), request.organization.default_model)
    form = SuiteRunForm(request.POST if request.method == "POST" else None, initial={"model": first})
    if form.is_valid():
        try:
            run = suite_runs.start(suite=suite, **form.chosen(), by=request.user)
        except EvalHubError as error:
            form.add_error(None, error.message)
        else:
            advance_suite_runs.delay_on_commit()
            return redirect(run)
    planned = (
        plan.plan([task.planned for task in suite.tasks.all()], workers=suite_runs.WORKERS, calls=suite_runs.CALLS)
        if not form.is_bound
        else None
    )
    context = {"form": form, "suite": suite, "planned": planned, "models": offered_models(), "trail": trail_of(suite)}
    return render(request, "experiments/benchmarks/run_create.html", context, status=422 if form.is_bound else 200)


@requires("read")
@require_safe
def run_detail(request, suite_run_id):
    """Its live part alone for htmx, which asks for it until the run has ended; eight statements."""
    run = run_of(request, suite_run_id)
    board = boards.board_of(run)
    context = {
        "run": run,
        "board": board,
        "gantt": gantt.gantt_of(board, now=timezone.now()),
        "trail": trail_of(run.suite),
        "may_manage": request.membership.may("manage"),
    }
    return render(request, f"{TEMPLATE}#live" if request.htmx else TEMPLATE, context)


@requires("manage")
@require_POST
def run_change(request, suite_run_id, verb):
    """Pause, go on, cancel or retry, and back to the run."""
    run, by = run_of(request, suite_run_id), request.user
    verbs = {
        "pause": lambda: suite_runs.set_paused(run=run, is_paused=True, by=by),
        "resume": lambda: suite_runs.set_paused(run=run, is_paused=False, by=by),
        "cancel": lambda: suite_runs.cancel(run=run, by=by),
        "retry": lambda: suite_runs.retry(run=run, by=by),
    }
    try:
        verbs[verb]()
    except EvalHubError as error:
        messages.error(request, error.message)
    else:
        done = {
            "pause": _("Paused. Running tasks continue."),
            "resume": _("Resumed."),
            "cancel": _("Cancelled. Completed tasks are kept."),
            "retry": _("Tasks without a score are tried again."),
        }
        messages.success(request, done[verb])
        advance_suite_runs.delay_on_commit()
    return redirect(run)

"""The page of one run: live while it goes on, with what a manager may do about it."""

from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub import queues
from evalhub.accounts.access import requires
from reviews.engine.models import EvaluationRun
from reviews.engine.runs.views import summary
from reviews.engine.views.labels import COMPLETION_MODES
from reviews.engine.views.tabs import console_tabs

TEMPLATE = "reviews/engine/runs/detail.html"


@requires("read")
@require_safe
def run_detail(request, run_id):
    """Its live part alone for htmx, which asks for it until the run has ended."""
    return show(request, run_of(request, run_id))


def show(request, run, *, problem=None, status=200):
    """The page of a run; `problem` is an EvalHubError that says why nothing was changed."""
    board = summary.of_run(run)
    context = {
        "run": run,
        "board": board,
        "problem": problem,
        "may_manage": request.membership.may("manage"),
        "tabs": console_tabs("runs"),
        "trail": [{"label": _("Runs"), "href": reverse("reviews:run_list")}],
        "is_unattended": board.is_live and _is_unattended(),
        "mode": COMPLETION_MODES[run.rules.completion_mode],
        "rules": run.rules,
    }
    name = f"{TEMPLATE}#live" if request.htmx else TEMPLATE
    return render(request, name, context, status=status)


def _is_unattended():
    """Whether no worker that calls models was seen lately; false while Redis, which would know, is away."""
    return any(each.name == "models" and each.is_silent for each in queues.states_or_none() or ())


def run_of(request, run_id):
    """A run of the organization with its stages, task and annotator; 404 for any other."""
    found = EvaluationRun.objects.for_organization(request.organization).prefetch_related("stages__annotator")
    return get_object_or_404(found.select_related("task", "annotator", "organization"), pk=run_id)

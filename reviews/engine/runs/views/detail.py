"""The page of one run: live while it goes on, with what a manager may do about it."""

from dataclasses import dataclass

from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from annotations.agreement import reasons
from annotations.agreement.actions.repetitions import self_agreement
from annotations.agreement.estimate import Estimate
from annotations.models import Question
from evalhub import queues
from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lists.views import METHODS, answer
from reviews.engine.models import EvaluationRun
from reviews.engine.requests.views.lists.run_requests import RunRequestList
from reviews.engine.runs.owners import owners_of
from reviews.engine.runs.views import summary
from reviews.engine.views.labels import COMPLETION_MODES, RUN_KINDS
from reviews.engine.views.tabs import run_tabs

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
        "owner": owners_of([run]).get(run.pk),
        "kind": RUN_KINDS[run.kind],
        "board": board,
        "problem": problem,
        "may_manage": request.membership.may("manage"),
        "tabs": run_tabs(run, "overview"),
        "trail": trail_to_runs(),
        # No worker that calls models was seen lately; false while Redis, which would know, is away.
        "is_unattended": board.is_live
        and any(each.name == "models" and each.is_silent for each in queues.states_or_none() or ()),
        "mode": COMPLETION_MODES[run.rules.completion_mode],
        "rules": run.rules,
        "self_agreement": None if request.htmx else self_agreement_of(run),
    }
    name = f"{TEMPLATE}#live" if request.htmx else TEMPLATE
    return render(request, name, context, status=status)


@requires("read")
@require_http_methods(METHODS)
def run_requests(request, run_id):
    """The requests of one run, as a list."""
    run = run_of(request, run_id)
    context = {"run": run, "trail": trail_to_runs(), "tabs": run_tabs(run, "requests")}
    return answer(request, RunRequestList(request, parent=run), context=context)


def trail_to_runs():
    return [{"label": _("Runs"), "href": reverse("reviews:run_list")}]


@dataclass(frozen=True)
class SelfAgreementLine:
    """One question; `reason` says why there is no value, or no interval."""

    question: Question
    estimate: Estimate
    reason: str

    @property
    def interval(self):
        return numbers.interval(self.estimate.low, self.estimate.high)


@dataclass(frozen=True)
class SelfAgreement:
    """How far the rounds of a run's annotator over its task agree, which are `rounds` so far."""

    rounds: list[int]
    lines: list[SelfAgreementLine]


def self_agreement_of(run):
    """The SelfAgreement of a run that is one of several rounds, else None; one statement for a run that is not."""
    if run.task is None:
        return None
    rounds = sorted(run.task.runs.filter(annotator=run.annotator_id).values_list("round", flat=True))
    if len(rounds) < 2:
        return None
    found = self_agreement(task=run.task, annotator_id=run.annotator_id)
    return SelfAgreement(rounds, [SelfAgreementLine(each.question, each.estimate, _why(each)) for each in found])


def _why(found):
    codes = [found.estimate.reason] if found.estimate.reason else set(found.estimate.notes) - reasons.EXPLAINS
    return " ".join(reasons.text(code).show for code in sorted(codes))


def run_of(request, run_id):
    """A run of the organization with its stages, task and annotator; 404 for any other."""
    found = EvaluationRun.objects.for_organization(request.organization).prefetch_related("stages__annotator")
    return get_object_or_404(found.select_related("task", "annotator", "organization"), pk=run_id)

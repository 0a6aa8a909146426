"""What a manager does with a run: start, pause, stop, cancel, try again, ask anew, send again, change its policy.

Each is a form that works without a script; what changes much is asked about on a page of its own before.
"""

import uuid
from dataclasses import dataclass
from decimal import Decimal

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.engine.batches.actions import retries
from reviews.engine.runs.actions import controls, supervisor
from reviews.engine.runs.views import policy_form, summary
from reviews.engine.runs.views.detail import run_of, show, trail_to_runs
from reviews.engine.runs.views.policy_form import RunPolicyForm
from reviews.engine.tasks import request_due

SAID = {
    "run": gettext_lazy("Run resumed."),
    "pause": gettext_lazy("Run paused. Running requests still finish."),
    "cancel": gettext_lazy("Run cancelled. Running requests still finish."),
}


@dataclass(frozen=True)
class Estimate:
    """What asking a stage anew takes: (title, requests) of it and of what follows.

    `cost_usd` by what a call of each has cost so far; None where that is not known, or where all is `simulated`.
    """

    steps: list
    cost_usd: Decimal | None
    simulated: bool

    @property
    def requests(self):
        return sum(count for _title, count in self.steps)


@requires("manage")
@require_POST
def run_set_state(request, run_id):
    wanted = request.POST.get("desired_state", "")

    def change(run):
        controls.set_state(run=run, desired_state=wanted, by=request.user)
        return SAID[wanted]

    return _changed(request, run_id, change)


@requires("manage")
@require_http_methods(["GET", "POST"])
def run_cancel(request, run_id):
    """Asked about first: nobody can take it back."""
    if request.method == "POST":
        return _changed(request, run_id, lambda run: _cancel(run, request.user))
    run = run_of(request, run_id)
    return render(request, "reviews/engine/runs/cancel.html", _frame(run) | {"board": summary.of_run(run)})


@requires("manage")
@require_POST
def run_stop_at(request, run_id):
    stage = request.POST.get("stage", "")

    def change(run):
        controls.stop_at(run=run, stage=stage, by=request.user)
        return _("The run will stop after this step.") if stage else _("Stop removed.")

    return _changed(request, run_id, change)


@requires("manage")
@require_POST
def run_retry_failed(request, run_id):
    """Of one stage, or without one of all."""
    stage = request.POST.get("stage", "")

    def change(run):
        count = controls.retry_failed(run=run, stage=stage or None, by=request.user)
        words = ngettext("%(count)s failed request queued again.", "%(count)s failed requests queued again.", count)
        return words % {"count": count} if count else _("No failed requests.")

    return _changed(request, run_id, change)


@requires("manage")
@require_http_methods(["GET", "POST"])
def run_ask_anew(request, run_id):
    """With what it is likely to cost; the stage comes in the address or in the form."""
    stage = (request.POST if request.method == "POST" else request.GET).get("stage", "")
    if request.method == "POST":
        return _changed(request, run_id, lambda run: _ask_anew(run, stage, request.user))
    run = run_of(request, run_id)
    board = summary.of_run(run)
    chosen = next((line for line in board.stages if line.progress.name == stage), None)
    if chosen is None:
        return redirect("reviews:run_detail", run.pk)
    context = _frame(run) | {"chosen": chosen, "estimate": estimate(board, stage)}
    return render(request, "reviews/engine/runs/rerun_stage.html", context)


@requires("manage")
@require_http_methods(["GET", "POST"])
def run_send_again(request, run_id):
    """The rows of a held batch, with the word that they may be billed twice; `batch` is in the address or the form."""
    wanted = (request.POST if request.method == "POST" else request.GET).get("batch", "")
    if request.method == "POST":
        return _changed(request, run_id, lambda run: _send_again(run, wanted, request.user))
    run = run_of(request, run_id)
    line = next((line for line in summary.of_run(run).batches if str(line.batch.pk) == wanted), None)
    if line is None or not line.is_held:
        return redirect("reviews:run_detail", run.pk)
    return render(request, "reviews/engine/runs/retry_batch.html", _frame(run) | {"batch": line.batch})


@requires("manage")
@require_http_methods(["GET", "POST"])
def run_policy(request, run_id):
    run = run_of(request, run_id)
    form = RunPolicyForm(request.POST if request.method == "POST" else None, run=run)
    if request.method == "POST" and form.is_valid():
        try:
            changes = policy_form.changed(run, form.changes())
            if changes:
                controls.set_policy(run=run, changes=changes, by=request.user)
        except InvalidInput as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("Policy saved.") if changes else _("Nothing was changed."))
            request_due.delay_on_commit()
            return redirect("reviews:run_detail", run.pk)
    status = 422 if form.errors else 200
    return render(request, "reviews/engine/runs/policy.html", _frame(run) | {"form": form}, status=status)


def estimate(board, stage):
    """The Estimate of asking the stage of this name anew, and what follows from it."""
    names = [line.progress.name for line in board.stages]
    again = board.stages[names.index(stage) :]
    costs = [_cost(line) for line in again if not line.simulated]
    is_known = bool(costs) and None not in costs
    return Estimate(
        steps=[(line.title, line.expected) for line in again],
        cost_usd=sum(costs, Decimal(0)) if is_known else None,
        simulated=not costs,
    )


def _cost(line):
    """Of all requests of a stage, at the mean of its calls so far; None while no call had a known price."""
    progress = line.progress
    priced = progress.calls - progress.unpriced_calls
    return None if progress.cost_usd is None or not priced else progress.cost_usd / priced * line.expected


def _cancel(run, by):
    controls.set_state(run=run, desired_state="cancel", by=by)
    return SAID["cancel"]


def _ask_anew(run, stage, by):
    controls.ask_anew(run=run, stage=stage, by=by)
    return _("Step queued again.")


def _send_again(run, wanted, by):
    try:
        batch_id = uuid.UUID(wanted)
    except ValueError:
        raise InvalidInput(_("Choose a batch of this run."), code="unknown_batch") from None
    retries.send_again(run=run, batch_id=batch_id, by=by)
    return _("The requests of the batch are queued again.")


def _changed(request, run_id, change):
    """Change a run, and lead back to it with what `change(run)` says; what is refused is shown on the run's page."""
    run = run_of(request, run_id)
    try:
        said = change(run)
    except (Conflict, InvalidInput) as error:
        status = 409 if isinstance(error, Conflict) else 422
        return show(request, run_of(request, run_id), problem=error, status=status)
    supervisor.advance(run)
    messages.success(request, said)
    request_due.delay_on_commit()
    return redirect("reviews:run_detail", run.pk)


def _frame(run):
    trail = [*trail_to_runs(), {"label": str(run), "href": reverse("reviews:run_detail", args=[run.pk])}]
    return {"run": run, "trail": trail}

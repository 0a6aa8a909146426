"""The trial of a new evaluation: begun from its form, kept in the session, and asked for until it has ended."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from evalhub.accounts.access import requires
from experiments.evaluations.actions import trials
from experiments.evaluations.actions.trials import Trial
from reviews.engine.tasks import request_due

TEMPLATE = "experiments/evaluations/evaluation_trial.html"


@requires("manage")
@require_POST
def evaluation_trial(request):
    """Take the trial a step further and show it; for htmx alone, else by the page of the form."""
    trial = _kept(request)
    if trial is not None:
        moved = trials.advance(trial=trial, organization=request.organization, by=request.user)
        if moved != trial:
            _keep(request, moved)
            request_due.delay_on_commit()
    if not request.htmx:
        return redirect("experiments:evaluation_create")
    found = shown(request)
    return render(request, TEMPLATE, {"trial": found}) if found else HttpResponse("")


def begin(request, **chosen):
    """Start a trial of what was chosen, in place of the one before."""
    _keep(request, trials.start(**chosen, by=request.user))
    request_due.delay_on_commit()


def shown(request):
    """The TrialResult of the trial that this person has begun; None without one."""
    trial = _kept(request)
    return None if trial is None else trials.result_of(trial=trial, organization=request.organization)


def drop(request):
    request.session.pop(_key(request), None)


def _kept(request):
    found = request.session.get(_key(request))
    return None if found is None else Trial(**found)


def _keep(request, trial):
    request.session[_key(request)] = trial.as_json()


def _key(request):
    return f"trial:evaluation:{request.organization.pk}"

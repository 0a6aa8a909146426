"""What a page does to an experiment: start, pause, conclude, archive."""

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.evaluations.tasks import evaluation_due
from experiments.trials.actions import experiments, looks
from experiments.trials.forms import ConcludeForm
from experiments.trials.views.experiments import detail
from experiments.trials.views.frame import experiment_of, variants_of


@requires("manage")
@require_POST
def experiment_start(request, experiment_id):
    """Begin, or go on after a pause."""
    done = _("%(name)s has started. Its plan cannot change any more.")
    return _change(request, experiment_id, experiments.start, done, after=evaluation_due.delay_on_commit)


@requires("manage")
@require_POST
def experiment_pause(request, experiment_id):
    return _change(request, experiment_id, experiments.pause, _("%(name)s is paused."))


@requires("manage")
@require_POST
def experiment_archive(request, experiment_id):
    return _change(request, experiment_id, experiments.archive, _("%(name)s is archived."))


@requires("manage")
@require_POST
def experiment_conclude(request, experiment_id):
    """Decide it with the newest look; a form that is not valid is shown again with what is wrong."""
    experiment = experiment_of(request, experiment_id)
    look = looks.look(experiment=experiment, by=request.user)
    form = ConcludeForm(request.POST, variants=variants_of(experiment), look=look)
    if not form.is_valid():
        return detail(request, experiment, form, status=422)
    decided = {"winner": form.cleaned_data["winner"], "notes": form.cleaned_data["notes"], "look": look}
    return _change(request, experiment_id, experiments.conclude, _("%(name)s is concluded."), **decided)


def _change(request, experiment_id, action, done, after=None, **options):
    experiment = experiment_of(request, experiment_id)
    try:
        action(experiment=experiment, by=request.user, **options)
    except EvalHubError as error:
        messages.error(request, error.message)
    else:
        if after is not None:
            after()
        messages.success(request, done % {"name": experiment.name})
    return redirect("experiments:experiment_detail", experiment.pk)

"""Repeat an experiment: choose a dataset version, see which cases it shares, make the draft."""

from django.contrib import messages
from django.db.models import Case, When
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.evaluations.views.evaluation_create import versions_of
from experiments.trials.actions import repeats
from experiments.trials.forms import RepeatForm
from experiments.trials.views.frame import experiment_of, frame

TEMPLATE = "experiments/trials/experiment_repeat.html"


@requires("manage")
@require_http_methods(["GET", "POST"])
def experiment_repeat(request, experiment_id):
    """A POST makes the draft; a GET with `version` shows what that one shares, alone for htmx."""
    experiment = experiment_of(request, experiment_id)
    versions = _versions(request, experiment)
    form = RepeatForm(request.POST if request.method == "POST" else None, versions=versions, initial=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        try:
            made = repeats.repeat(experiment=experiment, by=request.user, **form.cleaned_data)
        except EvalHubError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("%(name)s is a draft. Start it when its plan is right.") % {"name": made})
            return redirect("experiments:experiment_detail", made.pk)
    version = _chosen(request, versions)
    context = frame(request, experiment, "") | {
        "form": form,
        "version": version,
        "sharing": version and repeats.sharing(experiment=experiment, version=version),
        "has_choice": versions is None or versions.exists(),
    }
    status = 422 if form.errors else 200
    return render(request, f"{TEMPLATE}#sharing" if request.htmx else TEMPLATE, context, status=status)


def _versions(request, experiment):
    """Those that it can be repeated on, the newest of the same dataset first; None on traffic."""
    if experiment.dataset_version_id is None:
        return None
    others = versions_of(request.organization).exclude(pk=experiment.dataset_version_id)
    same = Case(When(dataset=experiment.dataset_version.dataset_id, then=0), default=1)
    return others.order_by(same, "-pk")


def _chosen(request, versions):
    """The version that is asked for, else the first one; None without any."""
    if versions is None:
        return None
    asked = request.POST.get("version") or request.GET.get("version")
    return next((each for each in versions if str(each.pk) == asked), versions.first())

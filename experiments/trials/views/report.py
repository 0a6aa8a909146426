"""The report of an experiment: a page to read, to print and to save as a PDF file from the browser."""

from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from experiments.trials.actions import looks
from experiments.trials.views import results
from experiments.trials.views.experiments import plan_context
from experiments.trials.views.frame import experiment_of, frame


@requires("read")
@require_safe
def experiment_report(request, experiment_id):
    """Of the newest look; a draft, which nobody can look at yet, shows its plan."""
    experiment = experiment_of(request, experiment_id)
    look = looks.look(experiment=experiment, by=request.user)
    if look is None:
        return redirect("experiments:experiment_plan", experiment.pk)
    context = frame(request, experiment, "report") | plan_context(experiment)
    context |= results.shown(experiment, look, request.GET.get("treatment", ""))
    context |= {"look": look, "is_newest": True, "made_at": timezone.now()}
    context["trail"] = [{"label": experiment.name, "href": context["tabs"][0]["href"]}]
    return render(request, "experiments/trials/experiment_report.html", context)

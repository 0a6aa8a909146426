"""The report of an experiment: a page to read and to print, and a PDF file made of the same."""

from urllib.parse import urlencode

from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from experiments.trials.views import report_file, results
from experiments.trials.views.experiments import look_of, plan_context
from experiments.trials.views.frame import experiment_of, frame


@requires("read")
@require_safe
def experiment_report(request, experiment_id):
    """Of the newest look, or of `look`; a draft, which nobody can look at yet, shows its plan."""
    experiment = experiment_of(request, experiment_id)
    look, is_newest = look_of(request, experiment)
    if look is None:
        return redirect("experiments:experiment_plan", experiment.pk)
    context = frame(request, experiment, "report") | plan_context(experiment)
    context |= results.shown(experiment, look, request.GET.get("treatment", ""))
    asked = {name: request.GET[name] for name in ("look", "treatment") if name in request.GET}
    context |= {"look": look, "is_newest": is_newest, "query": f"?{urlencode(asked)}" if asked else ""}
    context["trail"] = [{"label": experiment.name, "href": context["tabs"][0]["href"]}]
    return render(request, "experiments/trials/experiment_report.html", context)


@requires("read")
@require_safe
def experiment_report_file(request, experiment_id):
    """The same as a PDF file."""
    experiment = experiment_of(request, experiment_id)
    look, _is_newest = look_of(request, experiment)
    if look is None:
        return redirect("experiments:experiment_plan", experiment.pk)
    return report_file.answer(experiment, look, request.GET.get("treatment", ""))

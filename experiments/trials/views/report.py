"""The report of an experiment: a page to read and to print, and a PDF file made of the same."""

from django.http import HttpResponse
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
    experiment, look, context = _of(request, experiment_id)
    if look is None:
        return redirect("experiments:experiment_plan", experiment.pk)
    context["trail"] = [{"label": experiment.name, "href": context["tabs"][0]["href"]}]
    return render(request, "experiments/trials/experiment_report.html", context)


@requires("read")
@require_safe
def experiment_report_file(request, experiment_id):
    """The same as a PDF file."""
    experiment, look, context = _of(request, experiment_id)
    if look is None:
        return redirect("experiments:experiment_plan", experiment.pk)
    name = f"experiment-{experiment.pk}-look-{look.number}.pdf"
    content = report_file.content(experiment, look, context)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def _of(request, experiment_id):
    experiment = experiment_of(request, experiment_id)
    look, is_newest = look_of(request, experiment)
    context = frame(request, experiment, "report") | plan_context(experiment)
    if look is not None:
        context |= results.shown(experiment, look, request.GET.get("treatment", ""))
    query = "" if is_newest and "treatment" not in request.GET else f"?{request.GET.urlencode()}"
    return experiment, look, context | {"look": look, "is_newest": is_newest, "query": query}

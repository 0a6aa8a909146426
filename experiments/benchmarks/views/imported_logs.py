"""The page that takes a log of another evaluation tool in."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from datasets.actions.stored_files import check_size
from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.benchmarks import logs
from experiments.benchmarks.actions import imported_logs
from experiments.benchmarks.forms import LogForm
from experiments.benchmarks.views.frame import trail_of_suites
from experiments.evaluations.tasks import evaluation_due


@requires("manage")
@require_http_methods(["GET", "POST"])
def log_import(request):
    """The log is read at once; its scores are summed up by a worker. Leads to the evaluation of the first task."""
    is_sent = request.method == "POST"
    form = LogForm(request.POST, request.FILES) if is_sent else LogForm()
    if form.is_valid():
        file = form.cleaned_data["file"]
        try:
            check_size(file.size)
            found = imported_logs.add(
                organization=request.organization, name=file.name, content=file.read(), by=request.user
            )
        except EvalHubError as error:
            form.add_error("file", error.message)
        else:
            evaluation_due.delay_on_commit()
            text = ngettext("%(n)s evaluation imported.", "%(n)s evaluations imported.", len(found))
            messages.success(request, text % {"n": len(found)})
            return redirect("experiments:evaluation_detail", found[0].evaluation.pk)
    context = {"form": form, "formats": logs.registry.values(), "trail": [trail_of_suites()]}
    return render(request, "experiments/benchmarks/log_import.html", context, status=422 if is_sent else 200)

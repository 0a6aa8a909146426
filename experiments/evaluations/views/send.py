"""Send results to people: those that were selected, or all that a list of results shows."""

from django.contrib import messages
from django.http import QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lib.errors import EvalHubError
from evalhub.lists import address
from evalhub.lists.shown import Shown
from experiments.evaluations.actions import people
from experiments.evaluations.forms import SendForm
from experiments.evaluations.views.evaluation_frame import evaluation_of, frame, overall_of
from experiments.evaluations.views.lists.results import ResultList

LONGEST_ROW = 18


@requires("manage")
@require_http_methods(["GET", "POST"])
def result_send(request, evaluation_id):
    """`row` names results; `all` takes every one that `filter`, the query of the list, lets through.

    422 with the form for what cannot be sent.
    """
    evaluation = evaluation_of(request, evaluation_id)
    chosen = request.POST if request.method == "POST" else request.GET
    declared = ResultList(request, parent=evaluation)
    items = _items(declared, chosen)
    count = items.count()
    tasks = people.open_tasks(evaluation)
    initial = {"name": _("%(name)s: results to check") % {"name": evaluation.name}, "people": 1}
    form = SendForm(request.POST if request.method == "POST" else None, tasks=tasks, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            task, added = people.send(
                evaluation=evaluation,
                items=items,
                name=data["name"],
                people=data["people"] or 1,
                task=data["task"],
                by=request.user,
            )
        except EvalHubError as error:
            form.add_error(None, error.message)
        else:
            words = ngettext("%(n)s output sent to %(task)s.", "%(n)s outputs sent to %(task)s.", added)
            messages.success(request, words % {"n": numbers.count(added), "task": task.name})
            return redirect("annotations:task_detail", task.pk)
    context = frame(request, evaluation, "results", overall_of(evaluation)) | {
        "form": form,
        "count": count,
        "chips": _chips(declared, chosen),
        "metrics": people.questions_of(evaluation=evaluation, by=request.user),
        "sent": [(name, value) for name in ("all", "filter", "row") for value in chosen.getlist(name)],
        "back": reverse("experiments:result_list", args=[evaluation.pk]) + _query(chosen),
    }
    return render(request, "experiments/evaluations/result_send.html", context, status=422 if form.errors else 200)


def _items(declared, chosen):
    if chosen.get("all"):
        declared.params = QueryDict(chosen.get("filter", ""))
        return address.narrowed(declared, address.read(declared, declared.params)).order_by("position")
    pks = [
        int(text) for text in chosen.getlist("row") if text.isascii() and text.isdigit() and len(text) <= LONGEST_ROW
    ]
    return declared.rows().filter(pk__in=pks)


def _chips(declared, chosen):
    """What the list was narrowed by, in words."""
    if not chosen.get("all"):
        return []
    return Shown(declared, address.read(declared, declared.params), []).chips


def _query(chosen):
    return f"?{chosen['filter']}" if chosen.get("filter") else ""

"""Ask people about cases of an experiment: what it would narrow, the annotation task, and what was asked before."""

from django import forms
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.accounts.models import Membership
from evalhub.lib.charts import numbers
from evalhub.lib.errors import Conflict, EvalHubError
from evalhub.lib.statistics.ppi import LEAST_LABELLED
from experiments.evaluations.actions.people import MOST_PEOPLE
from experiments.trials.actions import label_requests, label_tasks
from experiments.trials.actions.label_requests import MOST_CASES
from experiments.trials.views.frame import experiment_of, frame

TEMPLATE = "experiments/trials/experiment_labels.html"
USUAL_CASES = 40


class LabelsForm(forms.Form):
    n_cases = forms.IntegerField(
        label=gettext_lazy("Cases"),
        min_value=1,
        max_value=MOST_CASES,
        help_text=gettext_lazy("Drawn by chance out of those that every variant has answered."),
    )
    people = forms.IntegerField(label=gettext_lazy("Labels per output"), min_value=1, max_value=MOST_PEOPLE, initial=1)


@requires("manage")
@require_http_methods(["GET", "POST"])
def experiment_labels(request, experiment_id):
    """A POST makes the task; for htmx only what so many cases would narrow."""
    experiment = experiment_of(request, experiment_id)
    left, problem = _left(experiment)
    asked = [] if request.htmx else label_tasks.tasks_of(experiment)
    missing = experiment.planned_n - sum(each.n_cases for each in asked)
    usual = missing if 0 < missing < left else max(min(USUAL_CASES, left), 1)
    sent = request.POST if request.method == "POST" else request.GET if "n_cases" in request.GET else None
    form = LabelsForm(sent, initial={"n_cases": usual})
    if request.method == "POST" and form.is_valid():
        try:
            found = label_requests.ask(experiment=experiment, by=request.user, **form.cleaned_data)
        except EvalHubError as error:
            form.add_error(None, error.message)
        else:
            words = ngettext("People are asked about %(n)s case.", "People are asked about %(n)s cases.", found.n_cases)
            messages.success(request, words % {"n": numbers.count(found.n_cases)})
            return redirect("annotations:task_detail", found.task.pk)
    context = frame(request, experiment, "") | {
        "may_ask": False,  # it is this page
        "form": form,
        "asked": asked,
        "left": left,
        "problem": problem,
        "is_alone": not Membership.objects.filter(organization=request.organization, role="annotator").exists(),
        "least": LEAST_LABELLED,
    }
    if left:
        is_said = form.is_bound and form.is_valid()
        cases, people = (form.cleaned_data[name] if is_said else form.initial.get(name, 1) for name in form.fields)
        context |= _forecast(experiment, min(cases, left), people)
    status = 422 if form.errors and not request.htmx else 200
    return render(request, f"{TEMPLATE}#forecast" if request.htmx else TEMPLATE, context, status=status)


def _left(experiment):
    """(how many cases may be drawn, why there is none)."""
    try:
        return label_requests.left_of(experiment), ""
    except Conflict as error:
        return 0, error.message


def _forecast(experiment, cases, people):
    found = label_requests.expected(experiment, cases)
    labels = cases * people * len(experiment.variants.all())
    return {"forecast": found, "finding": _finding(found), "labels": labels}


def _finding(forecast):
    if forecast.narrower_by is None or forecast.width is None or forecast.expected_width is None:
        return ""
    words = _(
        "Label these %(n)s cases next: the interval of the difference narrows by %(share)s, from %(now)s to %(then)s."
    )
    return words % {
        "n": numbers.count(forecast.more),
        "share": numbers.percent(forecast.narrower_by),
        "now": numbers.point(forecast.width, 3),
        "then": numbers.point(forecast.expected_width, 3),
    }

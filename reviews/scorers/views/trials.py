"""A model on three items of a task, with price and time, before it is started on all of them."""

from django import forms
from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from annotations.tasks.actions.item_content import summary
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from reviews.engine.limits.actions import budgets
from reviews.engine.tasks import request_due
from reviews.engine.views.failure_labels import failure_label
from reviews.scorers.actions import form_trials, run_estimates, task_runs
from reviews.scorers.views.annotators import task_of

TEMPLATE = "reviews/scorers/trial.html"
LONGEST_ITEM = 160


class StartForm(forms.Form):
    """What a run over all items may do; the policy of the run has more."""

    budget_usd = forms.DecimalField(
        required=False,
        min_value=0,
        max_digits=12,
        decimal_places=4,
        label=gettext_lazy("Stop when spent (USD)"),
        help_text=gettext_lazy("The run pauses there; nothing is lost. Default: no limit."),
    )
    sending = forms.ChoiceField(
        required=False,
        choices=[("now", gettext_lazy("At once")), ("batch", gettext_lazy("As provider batches, up to 24 h"))],
        initial="now",
    )
    reuse = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Reuse answers to the same question"),
        help_text=gettext_lazy("The items of the trial are not asked again."),
    )

    def policy(self):
        amount = self.cleaned_data["budget_usd"]
        policy = {"reuse": self.cleaned_data["reuse"]} | run_estimates.policy_of(self.cleaned_data["sending"] or "now")
        return policy | ({"budget_usd": str(amount)} if amount else {})


@requires("manage")
@require_safe
def machine_trial(request, task_id, trial_id):
    """What the model answered so far, and what all items would cost; its live part alone for htmx."""
    task = task_of(request, task_id)
    return _show(request, task, _trial(task, trial_id), StartForm())


@requires("manage")
@require_POST
def machine_trial_again(request, task_id, trial_id):
    """The same model on the three items behind these."""
    task = task_of(request, task_id)
    trial = _trial(task, trial_id)
    last = max(line.item.position for line in trial.lines)
    run = form_trials.start(task=task, annotator=trial.stage.annotator, by=request.user, after=last)
    request_due.delay_on_commit()
    return redirect("reviews:machine_trial", task.pk, run.pk)


@requires("manage")
@require_POST
def machine_start(request, task_id, trial_id):
    """Start the run over all items; refused with the reason unless every answer of the trial can be used."""
    task = task_of(request, task_id)
    trial, form = _trial(task, trial_id), StartForm(request.POST)
    if not trial.is_valid:
        form.add_error(None, _reason(trial))
    elif form.is_valid():
        annotator = trial.stage.annotator
        try:
            task_runs.start(task=task, annotator=annotator, policy=form.policy(), by=request.user)
        except EvalHubError as error:
            form.add_error(None, error.message)
        else:
            words = _("%(name)s is added and answers every item of this task.")
            messages.success(request, words % {"name": annotator.name})
            request_due.delay_on_commit()
            return redirect("reviews:task_machines", task.pk)
    return _show(request, task, trial, form, status=422)


def _show(request, task, trial, form, *, status=200):
    for line in trial.lines:
        line.item.text = summary(line.item.test_case, LONGEST_ITEM)
    offers = _offers(task, trial.stage.annotator)
    context = page_context(request, task, "models") | {
        "trial": trial,
        "form": form,
        "reason": _reason(trial),
        "estimate": offers.get("now"),
        "offers": [(way, title, offers[way]) for way, title in form.fields["sending"].choices if way in offers],
        "sending": form["sending"].value(),
        "month": budgets.state_of_month(request.organization),
        "trail": [
            {"label": task.name, "href": reverse("annotations:task_detail", args=[task.pk])},
            {"label": _("Models"), "href": reverse("reviews:task_machines", args=[task.pk])},
        ],
    }
    return render(request, f"{TEMPLATE}#trial" if request.htmx else TEMPLATE, context, status=status)


def _offers(task, annotator):
    """Of the run over all items; none for a model that cannot be asked any more."""
    try:
        return run_estimates.offers(
            task=task,
            model=annotator.model,
            method=annotator.method,
            prompt_version=annotator.prompt_version,
            parameters=annotator.parameters,
        )
    except EvalHubError:
        return {}


def _reason(trial):
    """Why the run cannot be started yet; "" when it can."""
    if trial.is_live:
        return _("The trial is running.")
    if trial.is_valid:
        return ""
    first, n = trial.invalid[0], len(trial.invalid)
    words = ngettext(
        "%(n)s answer of the trial cannot be used. Item %(item)s: %(why)s",
        "%(n)s answers of the trial cannot be used. Item %(item)s: %(why)s",
        n,
    )
    why = first.problem or failure_label(first.request.error_class or "unknown")
    return words % {"n": n, "item": first.item.position + 1, "why": why}


def _trial(task, trial_id):
    found = form_trials.of_task(task, trial_id)
    if found is None:
        raise Http404
    return found

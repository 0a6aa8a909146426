"""What the planner and the forms of a new experiment choose from: metrics, kinds of units, and the way back."""

from django.contrib import messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from evalhub.lib import form_drafts
from evalhub.lib.errors import EvalHubError
from experiments.evaluations.views.evaluation_create import library_of
from experiments.trials.actions import experiments
from experiments.trials.actions.experiments import LOWER_IS_BETTER
from experiments.trials.views.labels import MEASURE_LABELS


def trail():
    return [{"label": _("Experiments"), "href": reverse("experiments:experiment_list")}]


def metrics_of(organization, *, with_measures=True):
    """[(key, title)] of the library, by title; then the measures of outputs."""
    found = sorted(
        ((key, title) for key, (title, *_more) in library_of(organization).items()), key=lambda each: each[1]
    )
    return [*found, *((key, MEASURE_LABELS[key]) for key in LOWER_IS_BETTER)] if with_measures else found


def kinds(current):
    """The forms of a new experiment, by what its units are and how they are shared out."""
    found = (
        ("experiment_create", _("Cases of a dataset")),
        ("experiment_create_traffic", _("Traffic, fixed shares")),
        ("experiment_create_bandit", _("Traffic, bandit")),
    )
    return [
        {"href": reverse(f"experiments:{name}"), "label": label, "current": name == current} for name, label in found
    ]


def created(request, form, draft, **fields):
    """Where the experiment is that a valid form makes; None where it was refused, with why in the form."""
    try:
        found = experiments.create(
            organization=request.organization,
            name=form.cleaned_data["name"],
            hypothesis=form.cleaned_data["hypothesis"],
            metrics=form.metrics,
            variants_given=form.variants,
            config=form.config,
            by=request.user,
            **fields,
        )
    except EvalHubError as error:
        form.add_error(None, error.message)
        return None
    form_drafts.drop(request, draft)
    messages.success(request, _("%(name)s is a draft. Start it when its plan is right.") % {"name": found})
    return redirect("experiments:experiment_detail", found.pk)

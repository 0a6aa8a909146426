"""What the planner and the forms of a new experiment choose from: metrics, kinds of units, and the way back."""

from django.urls import reverse
from django.utils.translation import gettext as _

from experiments.evaluations.views.evaluation_create import library_of
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

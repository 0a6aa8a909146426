"""What the overview of a task shows whose cases were drawn for an experiment: the way back to its results."""

from django.urls import reverse
from django.utils.translation import gettext as _

from annotations.progress.views.overview import Addition, Step
from experiments.trials.models import Experiment


def of_task(task, membership, agreement):
    """One statement, for such a task alone."""
    drawn_for = task.sampling_config.get("drawn_for")
    if drawn_for is None:
        return Addition()
    found = Experiment.objects.filter(organization=task.organization_id, pk=drawn_for).first()
    if found is None:
        return Addition()
    href = reverse("experiments:experiment_detail", args=[found.pk])
    return Addition(steps=[Step("flask-conical", _("Results of the experiment"), found.name, href)])

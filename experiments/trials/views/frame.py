"""What the pages of one experiment share: the experiment, its variants, its tabs and what may be done."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib.charts import numbers
from experiments.trials.actions import label_requests
from experiments.trials.models import Experiment
from experiments.trials.models.experiment import ARCHIVED, CONCLUDED, PAUSED, RUNNING, TRANSITIONS
from experiments.trials.views.labels import TYPE_LABELS


def experiment_of(request, experiment_id):
    """An experiment of the organization with its metrics and variants, the control first; 404 for any other."""
    related = ("organization", "dataset_version__dataset", "winner", "conclusion", "concluded_by", "created_by")
    found = Experiment.objects.for_organization(request.organization).select_related(*related, "repeats")
    return get_object_or_404(
        found.prefetch_related("metrics", "variants__evaluation__task__schema_version"), pk=experiment_id
    )


def frame(request, experiment, current):
    """The context of a page; two statements, for the number of looks and the repeats."""
    may_manage = request.membership.may("manage")
    allowed = TRANSITIONS[experiment.status] if may_manage else ()
    if experiment.started_at is None:
        ran = ""
    else:
        days = ((experiment.concluded_at or timezone.now()) - experiment.started_at).days
        ran = ngettext("%(n)s day", "%(n)s days", days) % {"n": days} if days else _("less than a day")
    return {
        "experiment": experiment,
        "type": TYPE_LABELS[experiment.type],
        "variants": variants_of(experiment),
        "ran": ran,
        "tabs": _tabs(experiment, current),
        "may_manage": may_manage,
        "may_start": RUNNING in allowed,
        "is_again": experiment.status == PAUSED,
        "may_pause": PAUSED in allowed,
        "may_conclude": CONCLUDED in allowed,
        "may_ask": may_manage and label_requests.can_ask(experiment),
        "may_archive": ARCHIVED in allowed,
        "may_repeat": may_manage and experiment.is_frozen,
        "repeated_by": list(experiment.repeated_by.order_by("created_at")),
    }


def variants_of(experiment):
    """The control first."""
    return sorted(experiment.variants.all(), key=lambda each: (not each.is_control, each.position))


def _tabs(experiment, current):
    has_shares = experiment.allocation_policy or current == "shares"
    shown = [
        ("results", _("Results"), "experiments:experiment_detail", None),
        *([("cases", _("Cases"), "experiments:experiment_cases", None)] if experiment.dataset_version_id else []),
        *([("shares", _("Shares"), "experiments:experiment_shares", None)] if has_shares else []),
        ("looks", _("Looks"), "experiments:experiment_looks", numbers.count(experiment.looks.count())),
        ("plan", _("Plan"), "experiments:experiment_plan", None),
        ("history", _("History"), "experiments:experiment_alike", None),
    ]
    return [
        {"label": label, "href": reverse(name, args=[experiment.pk]), "current": key == current, "count": count}
        for key, label, name, count in shown
    ]

"""What the pages of one evaluation share: the evaluation, its state and its tabs."""

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from evalhub.lib.charts import numbers
from experiments.evaluations.models import Evaluation, ScoreSummary
from experiments.evaluations.views.labels import label_of


def evaluation_of(request, evaluation_id):
    """An evaluation of the organization with what its pages name; 404 for any other. One statement."""
    found = Evaluation.objects.for_organization(request.organization).select_related(
        "organization",
        "task__dataset_version__dataset",
        "task__schema_version",
        "system",
        "baseline",
        "run",
        "created_by",
    )
    return get_object_or_404(found, pk=evaluation_id)


def summaries_of(evaluation):
    """All its ScoreSummaries with their questions and annotators; one statement."""
    found = ScoreSummary.objects.filter(evaluation=evaluation).select_related("question__metric", "annotator")
    return list(found.order_by("question__position", "annotator__name", "slice"))


def overall_of(evaluation):
    """Its ScoreSummaries of all outputs; one statement."""
    return list(ScoreSummary.objects.filter(evaluation=evaluation, slice=""))


def trail_to_evaluations():
    return [{"label": _("Evaluations"), "href": reverse("experiments:evaluation_list")}]


def frame(request, evaluation, current, overall):
    """The context of a page; `overall` are the summaries of all outputs."""
    failed = max((sum(each.failed.values()) for each in overall), default=0)
    shown = [
        ("overview", _("Overview"), "experiments:evaluation_detail", None),
        ("results", _("Results"), "experiments:result_list", numbers.count(evaluation.n_outputs)),
    ]
    return {
        "evaluation": evaluation,
        "task": evaluation.task,
        "version": evaluation.task.dataset_version,
        "look": label_of(evaluation, failed),
        "is_live": not evaluation.has_ended,
        "tabs": [
            {"label": label, "href": reverse(name, args=[evaluation.pk]), "current": key == current, "count": count}
            for key, label, name, count in shown
        ],
        "trail": trail_to_evaluations(),
        "may_manage": request.membership.may("manage"),
    }

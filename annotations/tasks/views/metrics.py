"""The library of metrics: one metric with its versions and the tasks that use it, and its next version."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotations.labels import schema
from annotations.labels.types import registry as label_types
from annotations.labels.widgets import widget
from annotations.tasks.actions import metrics
from annotations.tasks.forms.metric import DIRECTIONS, MetricForm
from annotations.tasks.models import Metric
from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput

MOST_TASKS = MOST_VERSIONS = 50  # on the page of a metric, newest first


@requires("read")
@require_safe
def metric_detail(request, metric_id):
    """One version, with all versions of its key and the tasks whose questions copy one."""
    metric = _metric(request, metric_id)
    return _page(request, metric, MetricForm(metric=metric))


@requires("manage")
@require_POST
def metric_revise(request, metric_id):
    """The next version of a metric."""
    metric = _metric(request, metric_id)
    form = MetricForm(request.POST, metric=metric)
    if form.is_valid():
        try:
            made = metrics.revise(metric=metric, changes=form.changes(), by=request.user)
        except InvalidInput as error:
            form.show_error(error)
        else:
            messages.success(request, _("Version %(n)d is saved.") % {"n": made.version})
            return redirect("annotations:metric_detail", made.pk)
    return _page(request, metric, form, status=422)


def _metric(request, metric_id):
    found = Metric.objects.for_organization(request.organization).select_related("organization", "created_by")
    return get_object_or_404(found, pk=metric_id)


def _page(request, metric, form, *, status=200):
    versions = list(Metric.objects.for_organization(request.organization).filter(key=metric.key)[:MOST_VERSIONS])
    questions = metrics.questions_of(metric=metric)
    (spec,) = schema.parse({"fields": [metrics.field_of(metric)]})
    preview = widget(spec, prefix="preview", note={})
    context = {
        "metric": metric,
        "kind": _(label_types[metric.label_type].title),
        "better": DIRECTIONS[metric.direction],
        "versions": versions,
        "is_newest": metric == versions[0],
        "questions": questions[:MOST_TASKS],
        "total": questions.count(),
        "widget": preview,
        "form": form,
        "may_manage": request.membership.may("manage"),
    }
    return render(request, "annotations/tasks/metrics/detail.html", context, status=status)

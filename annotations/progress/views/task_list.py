"""The list of annotation tasks, and moving one along its states."""

import uuid

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from annotations.agreement.models import AgreementSnapshot
from annotations.progress.actions import completion
from annotations.tasks.actions import annotation_tasks
from annotations.tasks.models import AnnotationTask
from annotations.tasks.views.lookup import task_of
from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lib.errors import Conflict
from evalhub.lib.paging import keyset

STATUSES = {
    "DRAFT": gettext_lazy("Draft"),
    "ACTIVE": gettext_lazy("Active"),
    "PAUSED": gettext_lazy("Paused"),
    "COMPLETED": gettext_lazy("Completed"),
}
NOTICES = {
    "ACTIVE": gettext_lazy("%(name)s is active."),
    "PAUSED": gettext_lazy("%(name)s is paused."),
    "COMPLETED": gettext_lazy("%(name)s is complete."),
}


@requires("read")
@require_safe
def task_list(request):
    """Newest first, by state if asked; seven statements whatever the number of tasks."""
    status = request.GET.get("status", "")
    found = AnnotationTask.objects.for_organization(request.organization).listed()
    if status in STATUSES:
        found = found.filter(status=status)
    total = found.count()
    page = keyset(
        found.select_related("dataset_version__dataset"), request, field="pk", kind=uuid.UUID, descending=True
    )
    _add_progress(page.rows)
    _add_agreement(page.rows)
    context = {
        "page": page,
        "total": total,
        "status": status,
        "statuses": STATUSES.items(),
        "may_manage": request.membership.may("manage"),
    }
    return render(request, "annotations/progress/task_list.html", context)


@requires("manage")
@require_POST
def task_status(request, task_id):
    """Activate, pause, resume, complete."""
    task = task_of(request, task_id)
    try:
        task = annotation_tasks.set_status(task=task, status=request.POST.get("status", ""), by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
    else:
        messages.success(request, NOTICES[task.status] % {"name": task.name})
    return redirect("annotations:task_detail", task_id)


def _add_progress(rows):
    """Set `counts`, the ItemCounts of each task."""
    counts = completion.counts_of(rows)
    for task in rows:
        task.counts = counts[task.pk]


def _add_agreement(rows):
    """Set `agreement`: the people's alpha, of several questions the lowest."""
    snapshots = AgreementSnapshot.objects.filter(
        task__in=[task.pk for task in rows], metric="krippendorff_alpha", scope="people", value__isnull=False
    )
    known = {}
    for task_id, title, value in snapshots.values_list("task", "question__title", "value"):
        known.setdefault(task_id, []).append((value, title))
    for task in rows:
        values = sorted(known.get(task.pk, []))
        task.agreement = numbers.point(values[0][0], 2) if values else ""
        task.agreement_of = values[0][1] if len(values) > 1 else ""

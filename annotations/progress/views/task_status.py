"""Moving a task along its states."""

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from annotations.tasks.actions import annotation_tasks
from annotations.tasks.views.lookup import task_of
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict

NOTICES = {
    "ACTIVE": gettext_lazy("%(name)s is active."),
    "PAUSED": gettext_lazy("%(name)s is paused."),
    "COMPLETED": gettext_lazy("%(name)s is complete."),
}


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

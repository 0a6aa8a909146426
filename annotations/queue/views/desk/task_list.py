"""The tasks that a member can work on, with what they have done in each."""

from django.db.models import Exists, OuterRef, Q, Subquery
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotations.queue.actions import own_history
from annotations.queue.models import Assignment
from annotations.tasks.actions import annotators
from annotations.tasks.models import AnnotationTask, TaskItem
from evalhub.accounts.access import requires

SHOWN = 100


@requires("annotate")
@require_safe
def annotate_list(request):
    """Open tasks, then paused ones, as `last_worked_on_first` has them; two statements whatever their number."""
    annotator = annotators.of_member(request.membership)
    tasks = _tasks(request.organization, annotator)
    done = own_history.done_by(annotator, tasks)
    for task in tasks:
        task.done = done.get(task.pk, 0)
    context = {
        "open_tasks": [task for task in tasks if task.status == "ACTIVE"],
        "paused_tasks": [task for task in tasks if task.status == "PAUSED"],
        "may_manage": request.membership.may("manage"),
    }
    return render(request, "annotations/queue/desk/task_list.html", context)


def _tasks(organization, annotator):
    held = Assignment.objects.filter(task=OuterRef("pk"), annotator=annotator, state="leased").values("item__position")
    free = TaskItem.objects.open().filter(task=OuterRef("pk"))
    shown = Q(status="ACTIVE") | Q(status="PAUSED")
    tasks = AnnotationTask.objects.for_organization(organization).listed().of_people().filter(shown)
    tasks = tasks.select_related("dataset_version__dataset")
    tasks = tasks.annotate(held=Subquery(held[:1]), has_free=Exists(free))
    return list(own_history.last_worked_on_first(tasks, annotator)[:SHOWN])

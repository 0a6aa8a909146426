"""Home: of those who read the organization's figures, and of those who only annotate; and the counts of the rail."""

from dataclasses import dataclass

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from annotations.models import AnnotationTask
from annotations.progress.actions import completion
from annotations.queue.actions import own_history
from annotations.tasks.actions import annotators
from evalhub.accounts.access import MEMBER, requires
from evalhub.home import attention, trends, waiting, work
from evalhub.home import counts as rail_counts

OWN_SHOWN = 4
MOST_TASKS = 50


@dataclass(frozen=True)
class OwnTask:
    """One active task as its annotator sees it."""

    task: AnnotationTask
    done: int
    remaining: int


@requires(MEMBER)
@require_safe
def home(request):
    active = AnnotationTask.objects.for_organization(request.organization).listed().of_people().filter(status="ACTIVE")
    if request.membership.may("read"):
        return render(
            request, "home/manager.html", _manager(request, list(active.order_by("-created_at")[:MOST_TASKS]))
        )
    return render(request, "home/annotator.html", {"own_tasks": _own_tasks(request.membership, active)})


@requires(MEMBER)
@require_safe
def counts(request):
    """What waits behind the links of the rail; every page fetches it once it is shown."""
    return render(request, "home/counts.html", {"counts": rail_counts.counts_of(request.membership)})


def _manager(request, tasks):
    """As many statements for many tasks as for one."""
    organization = request.organization
    return {
        "today": timezone.now().date(),
        "waiting": waiting.rows_of(request.membership, tasks),
        "attention": attention.rows_of(organization, tasks),
        "trends": trends.trends_of(organization) if tasks else [],
        "runs": work.runs_of(organization),
        "checking": work.files_of(organization),
        "tasks": work.tasks_of(tasks),
    }


def _own_tasks(membership, active):
    annotator = annotators.of_member(membership)
    tasks = list(own_history.last_worked_on_first(active, annotator)[:OWN_SHOWN])
    counts, done = completion.counts_of(tasks), own_history.done_by(annotator, tasks)
    return [OwnTask(task=task, done=done.get(task.pk, 0), remaining=counts[task.pk].open) for task in tasks]

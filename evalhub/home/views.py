"""Home: of those who read the organization's figures, and My work for the others; and the counts of the rail."""

from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from annotations.models import AnnotationTask
from annotations.progress.views import my_work
from evalhub.accounts.access import MEMBER, requires
from evalhub.home import attention, start, trends, waiting, work
from evalhub.home import counts as rail_counts

MOST_TASKS = 50


@requires(MEMBER)
@require_safe
def home(request):
    if not request.membership.may("read"):
        return my_work.page(request)
    if request.membership.may("manage") and start.is_empty(request.organization):
        return start.page(request)
    active = AnnotationTask.objects.for_organization(request.organization).listed().of_people().filter(status="ACTIVE")
    return render(request, "home/manager.html", _manager(request, list(active.order_by("-created_at")[:MOST_TASKS])))


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

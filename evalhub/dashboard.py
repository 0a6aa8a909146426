"""The dashboard: what waits for this person, and how the organization's tasks stand."""

from dataclasses import dataclass

from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotations.agreement import figures
from annotations.models import AgreementSnapshot, AnnotationTask, Annotator
from annotations.progress.actions import completion
from annotations.progress.charts import DashboardSubject
from annotations.queue.actions import own_history
from annotations.tasks.actions import annotators
from datasets.models import DatasetVersion
from evalhub.accounts.access import MEMBER, requires
from evalhub.lib.charts import panels
from reviews.audits.actions import queue
from reviews.engine.views.labels import label_of_run
from reviews.models import EvaluationRun

SHOWN = 8
OWN_SHOWN = 4


@dataclass(frozen=True)
class TaskRow:
    """One active task as its manager sees it; `figure` is the first question's alpha among people, in words."""

    task: AnnotationTask
    counts: completion.ItemCounts
    question: str
    figure: str


@dataclass(frozen=True)
class OwnTask:
    """One active task as its annotator sees it."""

    task: AnnotationTask
    done: int
    remaining: int


@requires(MEMBER)
@require_safe
def dashboard(request):
    context = {"own_tasks": [], "tasks": [], "checking": [], "running": [], "audits": None, "panels": []}
    active = AnnotationTask.objects.for_organization(request.organization).listed().of_people().filter(status="ACTIVE")
    if request.membership.may("annotate"):
        context["own_tasks"] = _own_tasks(request.membership, active)
    if request.membership.may("read"):
        rows = _rows(list(active.order_by("-created_at")[:SHOWN]))
        context |= {
            "tasks": rows,
            "panels": panels("dashboard", DashboardSubject([(row.task, row.counts) for row in rows])),
            "checking": DatasetVersion.objects.for_organization(request.organization)
            .filter(validation_status="PENDING")
            .select_related("dataset")[:SHOWN],
            "running": _running(request.organization),
        }
    if request.membership.may("audit"):
        context["audits"] = _audits(request)
    return render(request, "dashboard.html", context)


def _running(organization):
    """(run, Look) of the runs that have something to ask."""
    runs = EvaluationRun.objects.for_organization(organization).filter(requests__state__in=["waiting", "running"])
    return [(run, label_of_run(run, 0, 0)) for run in runs.distinct().select_related("task", "annotator")[:SHOWN]]


def _audits(request):
    """How many answers of models that differ wait for this auditor; None where no model judges."""
    if not Annotator.objects.filter(organization=request.organization, kind="llm").exists():
        return None
    listed = queue.listed(request.organization, annotators.of_member(request.membership))
    return queue.because(listed.filter(is_open=True), "differs").count()


def _own_tasks(membership, active):
    annotator = annotators.of_member(membership)
    tasks = list(own_history.last_worked_on_first(active, annotator)[:OWN_SHOWN])
    counts, done = completion.counts_of(tasks), own_history.done_by(annotator, tasks)
    return [OwnTask(task=task, done=done.get(task.pk, 0), remaining=counts[task.pk].open) for task in tasks]


def _rows(tasks):
    """A TaskRow per task."""
    counts = completion.counts_of(tasks)
    found = (
        AgreementSnapshot.objects.filter(task__in=tasks, metric="krippendorff_alpha", scope="people")
        .select_related("question")
        .order_by("-question__position")
    )
    first = {row.task_id: row for row in found}  # the last one written is the question that comes first
    return [
        TaskRow(
            task=task,
            counts=counts[task.pk],
            question=first[task.pk].question.title if task.pk in first else "",
            figure=figures.figure_text(first.get(task.pk)),
        )
        for task in tasks
    ]

"""The tab of a task's language-model annotators: add, watch, pause, retry."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotations.models import AnnotationTask
from annotations.views.tabs import TABS, Tab, task_tabs
from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from reviews.actions import annotators, runs
from reviews.judges.prompting import prompt_versions
from reviews.llm.endpoints import resolve
from reviews.models import EvaluationRun, LLMRequest
from reviews.tasks import request_due

TABS.append(Tab("models", "Models", "reviews:task_machines"))
SUGGESTED = ["simulated-careful", "simulated-hasty", "openai/gpt-4o-mini", "anthropic/claude-haiku-4-5",
             "gemini/gemini-2.5-flash"]


@dataclass(frozen=True)
class RunRow:
    """One machine annotator on the task, with its progress and the newest failures."""

    run: EvaluationRun
    progress: runs.RunProgress
    failures: list
    waiting_reason: str


@requires("read")
@require_safe
def task_machines(request, task_id):
    task = get_object_or_404(AnnotationTask.objects.for_organization(request.organization), pk=task_id)
    rows = [_row(run) for run in EvaluationRun.objects.filter(task=task).select_related("annotator")]
    context = {
        "task": task, "rows": rows, "tabs": task_tabs(task, "models", request.membership),
        "may_manage": request.membership.may("manage"), "suggested": SUGGESTED, "prompts": prompt_versions(),
        "is_running": any(not row.progress.is_finished and row.run.desired_state == "run" for row in rows),
    }
    template = "reviews/machines.html#runs" if request.htmx else "reviews/machines.html"
    return render(request, template, context)


@requires("manage")
@require_POST
def machine_add(request, task_id):
    task = get_object_or_404(AnnotationTask.objects.for_organization(request.organization), pk=task_id)
    try:
        annotator = annotators.create(
            organization=request.organization, model=request.POST.get("model", ""),
            name=request.POST.get("name", "").strip() or None,
            prompt_version=request.POST.get("prompt_version") or None, by=request.user,
        )
        runs.start(task=task, annotator=annotator, by=request.user)
    except EvalHubError as error:
        messages.error(request, error.message)
        return redirect("reviews:task_machines", task.pk)
    endpoint = resolve(annotator.model)
    if endpoint.blocked_reason:
        messages.warning(request, f"{annotator.name} cannot start yet. {endpoint.blocked_reason}")
    else:
        messages.success(request, f"{annotator.name} judges every item of this task.")
    request_due.delay_on_commit()
    return redirect("reviews:task_machines", task.pk)


@requires("manage")
@require_POST
def run_state(request, task_id, run_id):
    run = _run(request, task_id, run_id)
    runs.set_state(run=run, desired_state=request.POST.get("desired_state", ""), by=request.user)
    request_due.delay_on_commit()
    return redirect("reviews:task_machines", task_id)


@requires("manage")
@require_POST
def run_retry(request, task_id, run_id):
    count = runs.retry_failed(run=_run(request, task_id, run_id), by=request.user)
    messages.success(request, f"{count} failed requests are tried again.")
    request_due.delay_on_commit()
    return redirect("reviews:task_machines", task_id)


def _run(request, task_id, run_id):
    found = EvaluationRun.objects.for_organization(request.organization).filter(task_id=task_id)
    return get_object_or_404(found.select_related("task", "organization"), pk=run_id)


def _row(run):
    failures = LLMRequest.objects.filter(run=run, state="failed").select_related("item").order_by("-finished_at")
    delayed = LLMRequest.objects.filter(run=run, state="waiting").exclude(last_error="").order_by("-next_attempt_at")
    last = delayed.values_list("last_error", flat=True).first()
    return RunRow(run=run, progress=runs.progress_of(run), failures=list(failures[:5]), waiting_reason=last or "")

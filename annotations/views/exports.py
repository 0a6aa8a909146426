"""Pages of exports: the list with live progress, the form, and the signed download."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.http import FileResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render

from annotations.actions import exports
from annotations.exporting import registry as formats
from annotations.models import AnnotationTask, ExportJob
from annotations.models.export_job import KINDS
from annotations.tasks import export_due
from evalhub.accounts.access import public, requires
from evalhub.lib.errors import EvalHubError

SHOWN = 50
TITLES = {"ground_truth": "Ground truth", "annotations": "All annotations"}


@dataclass(frozen=True)
class ExportRow:
    """One line of the list; `link` is signed for a quarter of an hour."""

    job: ExportJob
    title: str
    written: int
    total: int | None
    link: str


@requires("export")
def export_list(request):
    jobs = ExportJob.objects.for_organization(request.organization).select_related("task", "created_by")[:SHOWN]
    tasks = AnnotationTask.objects.for_organization(request.organization).exclude(status="DRAFT")[:200]
    rows = [_row(job) for job in jobs]
    context = {
        "rows": rows, "tasks": tasks, "formats": list(formats), "kinds": [(kind, TITLES[kind]) for kind in KINDS],
        "is_running": any(not row.job.is_finished for row in rows), "chosen": request.GET.get("task", ""),
        "threshold": exports.DEFAULT_THRESHOLD,
    }
    template = "annotations/export_list.html#export-rows" if request.htmx else "annotations/export_list.html"
    return render(request, template, context)


@requires("export")
def export_create(request):
    if request.method != "POST":
        return redirect("annotations:export_list")
    tasks = AnnotationTask.objects.for_organization(request.organization)
    task = get_object_or_404(tasks, pk=_uuid_or_none(request.POST.get("task")))
    exports.request(
        task=task, kind=request.POST.get("kind", ""), format=request.POST.get("format", ""), by=request.user,
        consensus_threshold=_number(request.POST.get("consensus_threshold")),
    )
    export_due.delay_on_commit()
    return redirect("annotations:export_list")


@public
def export_download(request, token):
    """The file behind a signed link; 202 while it is being written."""
    download = exports.open_download(token)
    if download.path is None:
        if download.job.is_finished:
            raise EvalHubError(f"This export failed: {download.job.last_error}", code="export_failed")
        return JsonResponse({"status": "running"}, status=202, headers={"Retry-After": "1", "Cache-Control": "no-store"})
    response = FileResponse(
        download.path.open("rb"), as_attachment=True, filename=download.file_name, content_type=download.content_type
    )
    response["Cache-Control"] = "no-store"
    response["X-Content-SHA256"] = download.job.sha256
    return response


def _row(job):
    written, total = exports.progress_of(job)
    return ExportRow(
        job=job, title=TITLES[job.kind], written=written, total=total,
        link=exports.download_token(job) if job.state == "done" else "",
    )


def _number(text):
    """A posted number; what cannot be read is handed on for the action to refuse."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


def _uuid_or_none(text):
    try:
        return AnnotationTask._meta.pk.to_python(text)
    except ValidationError:
        return None

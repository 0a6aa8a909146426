"""Pages of exports: the list with live progress, the form, and the signed download."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.http import FileResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render

from annotations.actions import downloads, exports
from annotations.exporting import registry as formats
from annotations.models import AnnotationTask, ExportJob
from annotations.models.export_job import KINDS
from annotations.tasks import export_due
from evalhub.accounts.access import public, requires
from evalhub.lib.errors import InvalidInput

SHOWN = 50
TITLES = {"ground_truth": "Ground truth", "annotations": "All annotations"}
FORMAT_WORDS = {"CSV": "CSV, for spreadsheets", "JSON": "JSON, one list", "JSONL": "JSONL, one row per line"}
REASONS = {"worker_crash": "The worker was stopped five times while writing it."}


@dataclass(frozen=True)
class ExportRow:
    """One line of the list."""

    job: ExportJob
    title: str
    state: str
    reason: str
    written: int
    total: int | None
    threshold: float | None


@requires("export")
def export_list(request):
    template = "annotations/export_list.html#export-rows" if request.htmx else "annotations/export_list.html"
    return render(request, template, _context(request, request.GET))


@requires("export")
def export_create(request):
    if request.method != "POST":
        return redirect("annotations:export_list")
    tasks = AnnotationTask.objects.for_organization(request.organization)
    task = get_object_or_404(tasks, pk=_uuid_or_none(request.POST.get("task")))
    try:
        exports.request(
            task=task, kind=request.POST.get("kind", ""), format=request.POST.get("format", ""), by=request.user,
            consensus_threshold=_number(request.POST.get("consensus_threshold")),
        )
    except InvalidInput as problem:
        context = _context(request, request.POST) | {"problem": problem}
        return render(request, "annotations/export_list.html", context, status=422)
    export_due.delay_on_commit()
    return redirect("annotations:export_list")


@requires("export")
def export_file(request, export_id):
    """Leads to a freshly signed link, so that a list that was open for long still works."""
    job = get_object_or_404(ExportJob.objects.for_organization(request.organization), pk=export_id)
    return redirect("annotations:export_download", downloads.token_of(job=job))


@public
def export_download(request, token):
    """The file behind a signed link; 202 while it is being written."""
    download = downloads.open_file(token=token)
    if download.file is None:
        headers = {"Retry-After": "1", "Cache-Control": "no-store"}
        return JsonResponse({"status": "running"}, status=202, headers=headers)
    response = FileResponse(
        download.file, as_attachment=True, filename=download.file_name, content_type=download.content_type
    )
    response["Cache-Control"] = "no-store"
    response["X-Content-SHA256"] = download.job.sha256
    return response


def _context(request, chosen):
    """What the page shows; `chosen` holds the values of the form."""
    jobs = ExportJob.objects.for_organization(request.organization).select_related("task", "created_by")[:SHOWN]
    tasks = AnnotationTask.objects.for_organization(request.organization).exclude(status="DRAFT")
    rows = [_row(job) for job in jobs]
    return {
        "rows": rows, "tasks": tasks[:200],
        "formats": [(name, FORMAT_WORDS.get(name, name)) for name in formats],
        "kinds": [(kind, TITLES[kind]) for kind in KINDS],
        "is_running": any(not row.job.is_finished for row in rows),
        "chosen": {name: chosen.get(name, "") for name in ("task", "kind", "format")},
        "threshold": chosen.get("consensus_threshold", f"{exports.DEFAULT_THRESHOLD:.2f}"),
    }


def _row(job):
    written, total = exports.progress_of(job)
    threshold = job.options.get("consensus_threshold") if job.kind == "ground_truth" else None
    return ExportRow(
        job=job, title=TITLES[job.kind], state="expired" if job.is_expired else job.state, written=written, total=total,
        reason=REASONS.get(job.last_error, job.last_error), threshold=threshold,
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

"""Pages of exports: the form with live counts, the list with progress, and the signed download."""

from dataclasses import dataclass

from django.http import FileResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from annotations.exports.actions import downloads
from annotations.exports.actions import jobs as exports
from annotations.exports.actions import options as export_options
from annotations.exports.actions.options import ExportOptions
from annotations.exports.formats import registry as formats
from annotations.exports.models import ExportJob
from annotations.exports.models.export_job import KINDS
from annotations.exports.tasks import export_due
from annotations.exports.views.choices import SOURCE_LABELS, ExportChoices
from annotations.tasks.models import AnnotationTask
from annotations.tasks.views.lookup import task_of
from evalhub.accounts.access import public, requires
from evalhub.lib.errors import Conflict, InvalidInput, NotFound

SHOWN = 50
LISTED_TASKS = 200
PAGE = "annotations/exports/list.html"
TITLES = {"ground_truth": gettext_lazy("Ground truth"), "annotations": gettext_lazy("All annotations")}


@dataclass(frozen=True)
class ExportRow:
    """One line of the list; `choices` are the words of what differs from the usual."""

    job: ExportJob
    title: str
    state: str
    reason: str
    written: int
    total: int | None
    threshold: float | None
    choices: list
    is_again: bool


@requires("export")
@require_safe
def export_list(request):
    template = f"{PAGE}#export-rows" if request.htmx else PAGE
    return render(request, template, _context(request, request.GET))


@requires("export")
@require_safe
def export_count(request):
    """What the form would take in, as it stands: a fragment."""
    task = task_of(request, request.GET.get("task"))
    return render(request, f"{PAGE}#export-count", _count(task, request.GET))


@requires("export")
def export_create(request):
    """Ask for a file; with the button Count only say what would be in it."""
    if request.method != "POST":
        return redirect("annotations:export_list")
    task, choices = task_of(request, request.POST.get("task")), ExportChoices(request.POST)
    if request.POST.get("do") == "count":
        return render(request, PAGE, _context(request, request.POST) | _count(task, request.POST))
    try:
        exports.request(
            task=task,
            kind=request.POST.get("kind", ""),
            format=request.POST.get("format", ""),
            by=request.user,
            **choices.options(),
        )
    except InvalidInput as problem:
        context = _context(request, request.POST) | {"problem": problem}
        return render(request, PAGE, context, status=422)
    export_due.delay_on_commit()
    return redirect("annotations:export_list")


@requires("export")
@require_POST
def export_cancel(request, export_id):
    """End an export; one that ended meanwhile is shown as it is."""
    try:
        exports.cancel(job=_job(request, export_id), by=request.user)
    except Conflict:
        return redirect("annotations:export_list")
    return redirect("annotations:export_list")


@requires("export")
@require_POST
def export_again(request, export_id):
    """The same export, of the task as it is now."""
    exports.rerun(job=_job(request, export_id), by=request.user)
    export_due.delay_on_commit()
    return redirect("annotations:export_list")


@requires("export")
@require_safe
def export_manifest(request, export_id):
    """What is in the file, as a file of its own."""
    job = _job(request, export_id)
    if not job.manifest:
        raise NotFound(_("This export has no manifest because it was not completed."))
    name = f"{downloads.name_of(job=job)}.manifest.json"
    headers = {"Content-Disposition": content_disposition_header(True, name)}
    return JsonResponse(job.manifest, headers=headers, json_dumps_params={"indent": 2, "ensure_ascii": False})


@requires("export")
@require_safe
def export_file(request, export_id):
    """Leads to a freshly signed link, so that a list that was open for long still works."""
    return redirect("annotations:export_download", downloads.token_of(job=_job(request, export_id)))


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
    response.organization = download.job.organization
    return response


def _job(request, export_id):
    jobs = ExportJob.objects.for_organization(request.organization).select_related("task")
    return get_object_or_404(jobs, pk=export_id)


def _count(task, chosen):
    """The live count of a form by source; a choice that is not valid yet is told in its place."""
    kind = chosen.get("kind") or KINDS[0]
    try:
        options = export_options.parse(**ExportChoices(chosen).options())
        counted = exports.counts(task=task, kind=kind, options=options)
        return {
            "counted": counted,
            "is_truth": kind == "ground_truth",
            "sources": [{"count": count, "words": SOURCE_LABELS[count.name]} for count in counted.sources],
        }
    except InvalidInput as problem:
        return {"count_problem": problem.message}


def _context(request, chosen):
    """What the page shows; `chosen` holds the values of the form."""
    jobs = ExportJob.objects.for_organization(request.organization).select_related("task", "created_by")[:SHOWN]
    tasks = AnnotationTask.objects.for_organization(request.organization).listed().exclude(status="DRAFT")
    rows = [_row(job) for job in jobs]
    return {
        "rows": rows,
        "tasks": tasks[:LISTED_TASKS],
        "formats": [(name, _(form.title)) for name, form in formats.items()],
        "kinds": [(kind, TITLES[kind]) for kind in KINDS],
        "is_running": any(not row.job.is_finished for row in rows),
        "choices": ExportChoices(chosen),
        "chosen": {name: chosen.get(name, "") for name in ("task", "kind", "format")},
        "may_import": request.membership.may("manage"),
    }


def _row(job):
    written, total = exports.progress_of(job)
    options = ExportOptions.of_job(job)
    is_truth = job.kind == "ground_truth"
    state = "expired" if job.is_expired else job.state
    return ExportRow(
        job=job,
        title=TITLES[job.kind],
        state=state,
        written=written,
        total=total,
        reason=str(job.last_error or ""),
        threshold=_threshold(job, options) if is_truth else None,
        choices=ExportChoices.description_of(options, is_truth=is_truth),
        is_again=state in ("failed", "expired", "cancelled", "done"),
    )


def _threshold(job, options):
    """The threshold that decided what is in the file, or will."""
    return job.manifest.get("options", {}).get("consensus_threshold", options.threshold_of(job.task))

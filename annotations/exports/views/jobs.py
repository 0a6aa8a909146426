"""Pages of exports: the form with live counts, the list with progress, and the signed download."""

from django.http import FileResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotations.exports.actions import downloads
from annotations.exports.actions import jobs as exports
from annotations.exports.actions import options as export_options
from annotations.exports.formats import registry as formats
from annotations.exports.models import ExportJob
from annotations.exports.models.export_job import KINDS
from annotations.exports.tasks import export_due
from annotations.exports.views.choices import SOURCE_LABELS, ExportChoices
from annotations.exports.views.lists.exports import TITLES, ExportList
from annotations.tasks.models import AnnotationTask
from annotations.tasks.views.lookup import task_of
from evalhub.accounts.access import public, requires
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from evalhub.lists.views import METHODS, answer

LISTED_TASKS = 200
PAGE = "annotations/exports/list.html"


@requires("export")
@require_http_methods(METHODS)
def export_list(request):
    return answer(request, ExportList(request), context=_context(request, request.GET))


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
    """What the form shows; `chosen` holds its values."""
    tasks = AnnotationTask.objects.for_organization(request.organization).listed().exclude(status="DRAFT")
    return {
        "tasks": tasks.people_first()[:LISTED_TASKS],
        "formats": [(name, _(form.title)) for name, form in formats.items()],
        "kinds": [(kind, TITLES[kind]) for kind in KINDS],
        "choices": ExportChoices(chosen),
        "chosen": {name: chosen.get(name, "") for name in ("task", "kind", "format")},
        "may_import": request.membership.may("manage"),
    }

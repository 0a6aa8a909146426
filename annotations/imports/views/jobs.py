"""Pages of imports: upload a file of annotations, say what is in it, see it go in or why it did not."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from annotations.imports.actions import files, preview
from annotations.imports.actions import jobs as imports
from annotations.imports.formats import registry as formats
from annotations.imports.models import ImportJob
from annotations.imports.models.import_job import IMPORT_KINDS
from annotations.imports.tasks import annotations_import_due
from annotations.imports.views.lists.imports import ImportList
from annotations.imports.views.mapping import MappingForm
from annotations.tasks.models import AnnotationTask
from annotations.tasks.views.lookup import task_of
from datasets.row_errors import worded
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput
from evalhub.lists.views import METHODS, answer

LISTED_TASKS = 200
LIST = "annotations/imports/list.html"
PAGE = "annotations/imports/detail.html"
KINDS = {
    "annotations": gettext_lazy("Annotations that people or models have given"),
    "prelabels": gettext_lazy("Prelabels: suggestions of a program"),
}


@requires("manage")
@require_http_methods(METHODS)
def import_list(request):
    return answer(request, ImportList(request), template=LIST, context=_list_context(request, {}))


@requires("manage")
def import_create(request):
    """Take the file; what it means is asked on its own page."""
    if request.method != "POST":
        return redirect("annotations:import_list")
    task = task_of(request, request.POST.get("task"))
    upload = request.FILES.get("file")
    try:
        if upload is None:
            raise InvalidInput(_("Choose a file."), code="no_file")
        job = imports.receive(task=task, kind=request.POST.get("kind", ""), upload=upload, by=request.user)
    except EvalHubError as problem:
        context = _list_context(request, request.POST) | {"problem": problem}
        return render(request, LIST, context, status=422)
    return redirect("annotations:import_detail", job.pk)


@requires("manage")
@require_safe
def import_detail(request, import_id):
    """What is in the file, how far it is, or what became of it."""
    job = _job(request, import_id)
    if request.htmx:
        if job.is_finished:
            return HttpResponseClientRefresh()
        return render(request, f"{PAGE}#progress", _progress_context(job))
    return render(request, PAGE, _detail_context(job))


@requires("manage")
@require_POST
def import_start(request, import_id):
    """Import with the mapping of the form; with the button Preview only show what it would do."""
    job = _job(request, import_id)
    if not _may_start(job):
        messages.info(request, _("This import is running or finished."))
        return redirect("annotations:import_detail", job.pk)
    sample = files.sample(job)
    form = MappingForm(job, sample, files.specs_of(job), post=request.POST)
    try:
        if request.POST.get("do") == "preview":
            return render(request, PAGE, _detail_context(job, sample=sample, form=form))
        imports.start(job=job, mapping=form.mapping, by=request.user)
    except EvalHubError as problem:
        context = _detail_context(job, sample=sample, form=form, problem=problem)
        return render(request, PAGE, context, status=422)
    annotations_import_due.delay_on_commit()
    return redirect("annotations:import_detail", job.pk)


@requires("manage")
@require_POST
def import_cancel(request, import_id):
    job = _job(request, import_id)
    try:
        imports.cancel(job=job, by=request.user)
    except Conflict:
        messages.info(request, _("The import has already ended."))
    return redirect("annotations:import_detail", job.pk)


def _job(request, import_id):
    jobs = ImportJob.objects.for_organization(request.organization).select_related("task", "created_by")
    return get_object_or_404(jobs, pk=import_id)


def _may_start(job):
    """Whether its file waits for its mapping, or may be tried with another one."""
    is_new = job.state == "waiting" and not job.mapping
    return bool(job.stored_path) and (is_new or job.state in ("failed", "cancelled"))


def _list_context(request, chosen):
    tasks = AnnotationTask.objects.for_organization(request.organization).listed()
    tasks = tasks.filter(status__in=("ACTIVE", "PAUSED"))
    return {
        "tasks": tasks.people_first()[:LISTED_TASKS],
        "kinds": [(kind, KINDS[kind]) for kind in IMPORT_KINDS],
        "chosen": {name: chosen.get(name, request.GET.get(name, "")) for name in ("task", "kind")},
    }


def state_of(job):
    """The state as people see it: a file that waits for its mapping waits for them."""
    return "draft" if job.state == "waiting" and not job.mapping else job.state


def _progress_context(job):
    return {"job": job, "state": state_of(job), "progress": imports.progress_of(job)}


def _detail_context(job, *, sample=None, form=None, problem=None):
    context = _progress_context(job) | {
        "kind": KINDS[job.kind],
        "format_title": _(formats[job.format].title),
        "problem": problem,
        "reason": job.last_error,
        "errors": worded(job.errors),
    }
    if _may_start(job):
        sample = sample or files.sample(job)
        form = form or MappingForm(job, sample, files.specs_of(job))
        context |= {"sample": sample, "form": form, "tried": []} | _tried(job, sample, form)
    return context


def _tried(job, sample, form):
    """The preview under the form's mapping; why there is none."""
    try:
        checked = formats[job.format].check(form.mapping, files.specs_of(job))
        return {"tried": preview.first_entries(job=job, sample=sample, mapping=checked)}
    except InvalidInput as problem:
        return {"mapping_problem": problem.message}

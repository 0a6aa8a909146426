"""Set up an annotation task: settings, questions, preview. Every button is a form post; htmx makes it quick."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotations.tasks.actions import annotation_tasks, annotators, sampling
from annotations.tasks.actions import form as forms
from annotations.tasks.forms import case_filter, starters
from annotations.tasks.forms.builder import Builder
from annotations.tasks.forms.preview import case_number, preview
from annotations.tasks.forms.sections import sections_of
from annotations.tasks.forms.task_settings import TaskForm, initial_of
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import task_tabs
from datasets.models import DatasetVersion
from datasets.models.purposes import judging, purpose_of
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput

PAGE = "annotations/tasks/builder/page.html"


@requires("manage")
@require_http_methods(["GET", "POST"])
def task_create(request):
    """A new task. `?start=` names the form to start from, `?version=` the dataset version, `?purpose=` what for."""
    options = {"organization": request.organization}
    if request.method == "GET":
        return _begun(request, options)
    builder = Builder.posted(request.POST, request.organization)
    if request.POST.get("do") != "save":
        return _rearranged(request, builder, options)
    form = TaskForm(request.POST, **options)
    specs, valid = builder.check_all(), form.is_valid()
    if _lacking(request, form) and not request.POST.get("as_is"):
        form.add_error("dataset_version", _("It has nothing for this form to judge. See the preview for a way out."))
        valid = False
    if specs is None or not valid:
        return _page(request, form, builder, status=422)
    try:
        task = annotation_tasks.create(
            dataset_version=form.cleaned_data["dataset_version"],
            annotation_schema=builder.schema(),
            settings=form.settings(),
            by=request.user,
        )
    except (InvalidInput, Conflict) as error:
        form.show_error(error)
        return _page(request, form, builder, status=422)
    return _saved(request, task, _("%(name)s is created as a draft.") % {"name": task.name})


def _begun(request, options):
    """The page of a new task, with the form that fits the data and the purpose best unless another one is named."""
    wanted = purpose_of(request.GET.get("purpose"))
    chosen = {"dataset_version": request.GET.get("version") or _newest_of(request, wanted)}
    version = TaskForm(initial=chosen, **options).version
    purpose = purpose_of(wanted.key or (version.purpose if version else ""))
    facts = starters.facts_of(version)
    starter = starters.starters().get(request.GET.get("start", "")) or starters.ordered(facts, purpose)[0]
    chosen |= {"required_annotations_per_item": purpose.answers, "name": version.dataset.name if version else ""}
    form = TaskForm(initial=starter.settings_for(facts) | chosen, **options)
    builder = Builder.of_schema(starter.schema_for(facts), request.organization)
    shown = starters.gallery(
        chosen=starter.key, facts=facts, purpose=purpose, version=chosen["dataset_version"] if version else ""
    )
    return _page(request, form, builder, context={"starters": shown, "purpose": purpose, "start": starter.key})


def _newest_of(request, purpose):
    """The id of the version that was published last for a purpose; "" without one."""
    found = DatasetVersion.objects.for_organization(request.organization).filter(
        status="PUBLISHED", purpose=purpose.key
    )
    return str(found.order_by("-published_at").values_list("pk", flat=True).first() or "") if purpose.key else ""


def _lacking(request, form):
    """The Starter that judges more outputs than the chosen version has, else None."""
    key = request.POST.get("start") or request.GET.get("start", "")
    starter, version = starters.starters().get(key), form.version
    if starter is None or not starter.outputs or version is None:
        return None
    return None if starter.outputs <= len(annotation_tasks.named_outputs(version)) else starter


@requires("manage")
@require_http_methods(["GET", "POST"])
def task_edit(request, task_id):
    """Settings of a task; what is fixed once it was activated is not offered any more."""
    task = task_of(request, task_id)
    options = {"organization": request.organization, "task": task}
    is_draft = task.status == "DRAFT"
    if request.method == "GET":
        builder = Builder.of_specs(forms.load(task.schema_version_id).specs, request.organization, editable=is_draft)
        return _page(request, TaskForm(initial=initial_of(task), **options), builder, task)
    builder = Builder.posted(request.POST, request.organization)
    builder.editable = is_draft
    if request.POST.get("do") != "save":
        return _rearranged(request, builder, options)
    form = TaskForm(request.POST, **options)
    specs, valid = builder.check_all() if is_draft else (), form.is_valid()
    if specs is None or not valid:
        return _page(request, form, builder, task, status=422)
    try:
        is_new = is_draft and list(forms.load(task.schema_version_id).specs) != list(specs)
        annotation_schema = builder.schema() if is_new else None
        task = annotation_tasks.change(
            task=task, changes=form.changes(task), annotation_schema=annotation_schema, by=request.user
        )
    except (InvalidInput, Conflict) as error:
        form.show_error(error)
        return _page(request, form, builder, task, status=422)
    return _saved(request, task, _("Saved."))


def _saved(request, task, words):
    """To the page of the task, with what keeps its people from completing it."""
    messages.success(request, words)
    if short := annotators.shortage(task):
        messages.warning(request, f"{short}.")
    return redirect("annotations:task_detail", task.pk)


def _rearranged(request, builder, options):
    """The builder after one of its buttons; for htmx only the questions, or only the preview."""
    action = request.POST.get("do", "")
    part = "#only-preview" if action == "preview" or action.startswith("case:") else "#questions-and-preview"
    form = TaskForm.unsent(request.POST, **options)
    if action == "version" or _is_about_cases(action):
        case_filter.rearrange(form.initial["metadata_filter"], action)
        part = "#cases-and-preview"
    elif part != "#only-preview":
        builder.apply(action, request.user)
    return _page(request, form, builder, options.get("task"), part=part if request.htmx else "")


def _is_about_cases(action):
    return action == "cases" or action.startswith("filter_")


def _page(request, form, builder, task=None, *, part="", status=200, context=None):
    condition, counted = form.case_filter, {}
    lacking = None if task else _lacking(request, form)
    try:
        if form.version is not None and condition is not None:
            counted = {"matching": sampling.count_matching(form.version, condition, form.outputs)}
    except InvalidInput:  # the whole form is refused, beside the field
        condition = None
    context = (context or {"start": request.POST.get("start", "")}) | {
        "form": form,
        "lacking": lacking,
        "way_out": judging(lacking.outputs) if lacking else None,
        "builder": builder,
        "task": task,
        "may_manage": True,
        "may_annotate": True,
        "unsaved": request.method == "POST",
        "sections": sections_of(form, opened="cases" if _is_about_cases(request.POST.get("do", "")) else ""),
        "case_filter": case_filter.shown(form) if "metadata_filter" in form.fields else None,
        "counted": counted,
        "preview": preview(
            builder,
            instructions=form["instructions"].value(),
            version=form.version,
            condition=condition,
            outputs=form.outputs,
            case_number=case_number(request.POST),
        ),
    }
    if task is not None:
        context["tabs"] = task_tabs(task, "settings", request.membership)
        context["change_url"] = reverse("annotations:task_form", args=[task.pk])
    return render(request, f"{PAGE}{part}", context, status=status)

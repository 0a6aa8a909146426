"""Change the form of a task at work: write the next version, see what differs, say how old answers read, publish."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotations.form_changes.actions import carry_over, schema_versions
from annotations.form_changes.forms import value_map
from annotations.form_changes.tasks import carry
from annotations.tasks.actions import form
from annotations.tasks.forms.builder import Builder
from annotations.tasks.forms.preview import case_number, preview
from annotations.tasks.views.lookup import task_of
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput

PAGE = "annotations/form_changes/form.html"
REVIEW = "annotations/form_changes/review.html"


@requires("manage")
@require_http_methods(["GET", "POST"])
def task_form(request, task_id):
    """The questions of the next version, starting from its draft or from the form in use."""
    task = task_of(request, task_id)
    if task.status == "DRAFT":
        return redirect("annotations:task_edit", task.pk)
    if request.method == "GET":
        draft = schema_versions.draft_of(task)
        specs = form.load(draft.pk if draft else task.schema_version_id).specs
        return _page(request, task, Builder.of_specs(specs, request.organization, editable=True))
    builder = Builder.posted(request.POST, request.organization)
    action = request.POST.get("do", "")
    if action != "save":
        only_preview = action == "preview" or action.startswith("case:")
        if not only_preview:
            builder.apply(action, request.user)
        part = "#only-preview" if only_preview else "#questions-and-preview"
        return _page(request, task, builder, part=part if request.htmx else "")
    if builder.check_all() is None:
        return _page(request, task, builder, status=422)
    try:
        schema_versions.save_draft(task=task, annotation_schema=builder.schema(), by=request.user)
    except (InvalidInput, Conflict) as error:
        builder.show_error(error)
        return _page(request, task, builder, status=422)
    return redirect("annotations:form_review", task.pk)


@requires("manage")
@require_http_methods(["GET", "POST"])
def form_review(request, task_id):
    """What differs, how old answers read and what publishing would do; its buttons publish and discard."""
    task = task_of(request, task_id)
    draft = schema_versions.draft_of(task) if task.status != "DRAFT" else None
    if draft is None:
        return redirect("annotations:task_form", task.pk)
    if request.method == "GET":
        return _review(request, task, draft)
    action = request.POST.get("do", "")
    if action == "discard":
        schema_versions.discard(task=task, by=request.user)
        messages.success(request, _("Draft discarded."))
        return redirect("annotations:task_detail", task.pk)
    old, new = form.load(task.schema_version_id).specs, form.load(draft.pk).specs
    try:
        mapping = value_map.read(old, new, request.POST)
        draft = schema_versions.set_map(task=task, value_map=mapping, by=request.user)
        if action == "publish":
            version = schema_versions.publish(task=task, by=request.user)
            carry.delay_on_commit(version.pk)
            messages.success(
                request,
                _("Form version %(n)d is published. Existing answers are being migrated.") % {"n": version.number},
            )
            return redirect("annotations:task_detail", task.pk)
    except (InvalidInput, Conflict) as error:
        return _review(request, task, draft, error=error.message, status=422)
    return _review(request, task, draft, part="#review" if request.htmx else "")


def _page(request, task, builder, *, part="", status=200):
    shown = preview(
        builder,
        instructions=task.instructions,
        version=task.dataset_version,
        condition=task.sampling_config.get("filter"),
        outputs=[task.output_name, *task.compared_outputs],
        case_number=case_number(request.POST),
    )
    number = form.load(task.schema_version_id).number + 1
    context = {
        "task": task,
        "builder": builder,
        "preview": shown,
        "number": number,
        "unsaved": request.method == "POST",
        "trail": _trail(task),
    }
    return render(request, f"{PAGE}{part}", context, status=status)


def _review(request, task, draft, *, error="", part="", status=200):
    old, new = form.load(task.schema_version_id), form.load(draft.pk)
    context = {
        "task": task,
        "old": old.number,
        "new": draft.number,
        "error": error,
        "lines": value_map.lines(schema_versions.changes(task=task, draft=draft)),
        "rows": value_map.rows(old.specs, new.specs, draft.value_map),
        "foreseen": carry_over.foresee(task=task, draft=draft),
        "trail": _trail(task),
    }
    return render(request, f"{REVIEW}{part}", context, status=status)


def _trail(task):
    return [{"label": task.name, "href": reverse("annotations:task_detail", args=[task.pk])}]

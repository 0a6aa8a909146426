"""The leases tab of a task: who holds which item until when, late answers, and what a manager does about them."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotations.labels.types import registry as label_types
from annotations.queue.actions import drafts, late_answers, leases, reassignment
from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.queue.views.lists.leases import LeaseList
from annotations.tasks.actions import form
from annotations.tasks.models import Annotator
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lists.views import METHODS, answer

TAKERS_SHOWN = 500


@requires("read")
@require_http_methods(METHODS)
def task_leases(request, task_id):
    task = task_of(request, task_id)
    context = page_context(request, task, "leases")
    return answer(request, LeaseList(request, parent=task), template="annotations/queue/leases.html", context=context)


@requires("manage")
@require_safe
def task_lease(request, task_id, assignment_id):
    """One hold or one late answer, with what can be done about it: the page asks before anything is changed."""
    return _show(request, _assignment(request, task_id, assignment_id))


@requires("manage")
@require_POST
def lease_release(request, task_id, assignment_id):
    row = _assignment(request, task_id, assignment_id)
    if leases.release_held(assignment=row, by=request.user):
        notice = _("Item %(number)s is available again. The input of %(name)s is kept as a draft.") % _about(row)
        messages.success(request, notice)
    else:
        messages.info(request, _("Item %(number)s is no longer reserved for %(name)s.") % _about(row))
    return redirect("annotations:task_leases", task_id)


@requires("manage")
@require_POST
def lease_hand(request, task_id, assignment_id):
    """Give the item to somebody else; without a valid choice the page comes back with what is missing."""
    row = _assignment(request, task_id, assignment_id)
    annotator_id = request.POST.get("annotator", "")
    known = {str(pk): pk for pk in reassignment.takers(item=row.item).values_list("pk", flat=True)}
    chosen = Annotator.objects.select_related("user").get(pk=known[annotator_id]) if annotator_id in known else None
    if chosen is None:
        return _show(request, row, problem=_("Choose an annotator."), status=422)
    note = request.POST.get("note", "")
    try:
        reassignment.hand_over(assignment=row, annotator=chosen, note=note, by=request.user)
    except (Conflict, InvalidInput) as error:
        return _show(request, row, problem=error.message, note=note, status=409)
    named = _about(row) | {"name": chosen.name}
    messages.success(request, _("Item %(number)s is reassigned to %(name)s.") % named)
    return redirect("annotations:task_leases", task_id)


@requires("manage")
@require_POST
def late_count(request, task_id, assignment_id):
    row = _assignment(request, task_id, assignment_id)
    try:
        late_answers.count_in(assignment=row, by=request.user)
    except (Conflict, InvalidInput) as error:
        return _show(request, row, problem=error.message, status=409)
    messages.success(request, _("The late answer of %(name)s on item %(number)s counts.") % _about(row))
    return redirect("annotations:task_leases", task_id)


@requires("manage")
@require_POST
def late_dismiss(request, task_id, assignment_id):
    row = _assignment(request, task_id, assignment_id)
    try:
        late_answers.dismiss(assignment=row, by=request.user)
    except Conflict as error:
        return _show(request, row, problem=error.message, status=409)
    messages.success(request, _("The late answer of %(name)s on item %(number)s does not count.") % _about(row))
    return redirect("annotations:task_leases", task_id)


def _assignment(request, task_id, assignment_id):
    rows = Assignment.objects.select_related(
        "annotator", "item__task", "item__test_case", "task__organization", "task__dataset_version__dataset", "draft"
    )
    return get_object_or_404(rows, pk=assignment_id, task_id=task_id, task__organization=request.organization)


def _about(row):
    return {"number": row.item.position + 1, "name": row.annotator.name}


def _show(request, row, *, problem="", note="", status=200):
    is_held, is_late = row.state in SLOT_STATES, row.state == "late"
    context = page_context(request, row.task, "leases") | {
        "row": row,
        "item": row.item,
        "is_held": is_held,
        "is_late": is_late,
        "problem": problem,
        "note": note,
        "takers": reassignment.takers(item=row.item)[:TAKERS_SHOWN] if is_held else [],
        "answers": _answers(row) if is_late else [],
        "has_draft": hasattr(row, "draft"),
    }
    return render(request, "annotations/queue/lease.html", context, status=status)


def _answers(row):
    """[(question, answer in words)] of a late answer, which is kept as a draft."""
    given = drafts.answers_of(row.draft)
    specs = form.load(row.task.schema_version_id).specs
    return [
        (spec.title, label_types[spec.label_type].display(spec.config, given[spec.key]))
        for spec in specs
        if spec.key in given
    ]

"""Pages of saved views: keep the filter of the items table under a name, rename, share and delete it."""

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from annotations.items.actions import filters, saved_views
from annotations.items.models import SavedView
from annotations.items.views.table import description_of
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import task_tabs
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput


@requires("read")
@require_POST
def saved_view_create(request, task_id):
    """Save the filter of the form; back to the table, on the new view or with what was wrong."""
    task = task_of(request, task_id)
    query, shared = request.POST.get("filter", ""), request.POST.get("shared") == "1"
    try:
        chosen = filters.parse(query=query, task=task)
        name = request.POST.get("name", "")
        view = saved_views.save(task=task, name=name, chosen=chosen, shared=shared, by=request.membership)
    except (Conflict, InvalidInput) as error:
        messages.error(request, error.message)
        return redirect("annotations:task_items", task_id)
    messages.success(request, _("View %(name)s saved.") % {"name": view.name})
    return _to_table(view)


@requires("read")
@require_http_methods(["GET", "HEAD", "POST"])
def saved_view(request, task_id, view_id):
    """Rename a view, share it or take it back."""
    view = _view(request, task_id, view_id)
    if not saved_views.may_change(view=view, by=request.membership):
        raise Forbidden(_("This view belongs to another member."), code="not_yours")
    if request.method != "POST":
        return _show(request, view)
    name = request.POST.get("name", "")
    shared = request.POST.get("shared") == "1"
    try:
        saved_views.change(view=view, name=name, shared=shared, by=request.membership)
    except (Conflict, InvalidInput) as error:
        return _show(request, view, problem=error.message, name=name, status=422)
    messages.success(request, _("View %(name)s saved.") % {"name": view.name})
    return _to_table(view)


@requires("read")
@require_POST
def saved_view_delete(request, task_id, view_id):
    view = _view(request, task_id, view_id)
    saved_views.delete(view=view, by=request.membership)
    messages.success(request, _("View %(name)s deleted.") % {"name": view.name})
    return redirect("annotations:task_items", task_id)


def _view(request, task_id, view_id):
    """A view that the reader sees; that of somebody else, unless shared, does not exist."""
    seen = Q(user=request.user) | Q(shared=True)
    rows = SavedView.objects.for_organization(request.organization).select_related("user", "organization")
    return get_object_or_404(rows.filter(seen), pk=view_id, task=task_of(request, task_id))


def _to_table(view):
    here = reverse("annotations:task_items", args=[view.task_id])
    return HttpResponseRedirect(f"{here}?{view.query}{'&' if view.query else ''}view={view.pk}")


def _show(request, view, *, problem="", name=None, status=200):
    task = task_of(request, view.task_id)
    try:
        words, outdated = description_of(filters.parse(query=view.query, task=task), task), ""
    except InvalidInput as error:
        words, outdated = [], error.message
    context = {
        "task": task,
        "tabs": task_tabs(task, "items", request.membership),
        "view": view,
        "problem": problem,
        "name": view.name if name is None else name,
        "words": words,
        "outdated": outdated,
        "may_manage": request.membership.may("manage"),
        "may_annotate": request.membership.may("annotate"),
        "longest": saved_views.LONGEST_NAME,
    }
    return render(request, "annotations/items/saved_view.html", context, status=status)

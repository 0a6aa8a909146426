"""The page of every list: shows it, hands out its file, and keeps views of it."""

from django.contrib import messages
from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.accounts.actions import saved_views
from evalhub.accounts.models import SavedView
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lists import address, registry
from evalhub.lists.files import csv_response
from evalhub.lists.shown import show

METHODS = ["GET", "HEAD", "POST"]
FRAGMENT = "lists/list.html"


def list_page(key):
    """The view of a registered list that has a page of its own."""
    declared = registry[key]

    @requires(declared.capability)
    @require_http_methods(METHODS)
    def page(request):
        return answer(request, declared(request))

    return page


def answer(request, declared, *, template="", context=None):
    """A List in its page, or in the `template` of another with its `context`, where it is `list`.

    The list alone for htmx, the CSV file for `format=csv`, 422 for an address that cannot be used; a view is saved,
    changed or deleted by a post.
    """
    if request.method == "POST":
        changes = {"save": _save, "change": _change, "delete": _delete}
        action = request.POST.get("action", "")
        if action not in changes:
            words = _("action is %(value)s. Valid: %(valid)s.")
            raise InvalidInput(words % {"value": repr(action[:40]), "valid": ", ".join(changes)}, code="unknown_action")
        try:
            query = changes[action](request, declared)
        except (Conflict, InvalidInput) as error:
            messages.error(request, error.message)
            query = request.GET.urlencode()
        return HttpResponseRedirect(f"?{query}" if query else request.path)
    if not address.is_plain(request.GET):
        return HttpResponseRedirect("?" + address.query(address.texts_of(request.GET)))
    shown = show(declared, request.GET)
    if not shown.problem and "format" in shown.chosen.texts:
        return csv_response(declared, shown.chosen)
    is_part = request.htmx and request.htmx.target in ("list", "list-rows")
    page = FRAGMENT if is_part else template or declared.template
    return render(request, page, {"list": shown} | (context or {}), status=shown.status)


def _save(request, declared):
    """The address of the new view."""
    query = address.read(declared, request.GET).view_query
    view = saved_views.save(
        list_key=declared.key, scope=declared.scope(), query=query, by=request.membership, **_named(request)
    )
    messages.success(request, _("View %(name)s saved.") % {"name": view.name})
    return _opened(view)


def _change(request, declared):
    """A new name, shared or not, and what the page shows now."""
    query = address.read(declared, request.GET).view_query
    view = saved_views.change(view=_view(request, declared), query=query, by=request.membership, **_named(request))
    messages.success(request, _("View %(name)s saved.") % {"name": view.name})
    return _opened(view)


def _delete(request, declared):
    view = _view(request, declared)
    saved_views.delete(view=view, by=request.membership)
    messages.success(request, _("View %(name)s deleted.") % {"name": view.name})
    return ""


def _named(request):
    return {"name": request.POST.get("name", ""), "shared": request.POST.get("shared") == "1"}


def _view(request, declared):
    views = SavedView.objects.visible(
        membership=request.membership, list_key=declared.key, scope=declared.scope()
    ).select_related("organization")
    number = request.POST.get("view", "")
    return get_object_or_404(views, pk=int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0)


def _opened(view):
    return f"{view.query}{'&' if view.query else ''}view={view.pk}"

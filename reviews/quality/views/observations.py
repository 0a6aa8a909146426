"""The quality ledger: its list, files in and out, and the removal of what is old."""

import datetime

from django.contrib import messages
from django.http import StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lib.errors import InvalidInput
from evalhub.lists import address
from evalhub.lists.views import METHODS, answer
from reviews.quality.actions import ledger
from reviews.quality.views.forms import ImportForm, PruneForm
from reviews.quality.views.lists.observations import ObservationList

TEMPLATE = "reviews/quality/observations.html"


@requires("read")
@require_http_methods(METHODS)
def observations(request):
    return answer(request, ObservationList(request), template=TEMPLATE, context=_context(request))


@requires("read")
@require_safe
def observations_export(request):
    """What search and filters let through as JSON Lines, written as it is read."""
    declared = ObservationList(request)
    lines = ledger.export_jsonl(address.narrowed(declared, address.read(declared, request.GET)))
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="observations.jsonl"'
    return response


@requires("manage")
@require_http_methods(["GET", "POST"])
def observations_import(request):
    """Take in a file of JSON Lines; the way to the page for whoever only looks."""
    if request.method == "GET":
        return redirect("reviews:observations")
    form = ImportForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            count = ledger.import_jsonl(
                organization=request.organization, file=form.cleaned_data["file"], by=request.user
            )
        except InvalidInput as error:
            form.add_error("file", error.message)
        else:
            words = ngettext("%(n)s observation imported.", "%(n)s observations imported.", count)
            messages.success(request, words % {"n": numbers.count(count)})
            return redirect("reviews:observations")
    return _show(request, brought=form, status=422)


@requires("manage")
@require_POST
def observations_prune(request):
    """Remove what was recorded before a day (UTC): first it is said how much, then it is done."""
    form = PruneForm(request.POST)
    if not form.is_valid():
        return _show(request, pruning=form, status=422)
    moment = datetime.datetime.combine(form.cleaned_data["before"], datetime.time(), datetime.UTC)
    if request.POST.get("confirmed") == "yes":
        count = ledger.prune_before(organization=request.organization, moment=moment, by=request.user)
        words = ngettext("%(n)s observation deleted.", "%(n)s observations deleted.", count)
        messages.success(request, words % {"n": numbers.count(count)})
        return redirect("reviews:observations")
    doomed = ledger.filtered(organization=request.organization, filters={"until": moment}).count()
    return _show(request, pruning=form, doomed=doomed)


def _show(request, *, brought=None, pruning=None, doomed=None, status=200):
    """The page without its list, while a form says what is wrong or asks back."""
    problem = next((form for form in (brought, pruning) if form is not None and form.errors), None)
    context = _context(request, brought=brought, pruning=pruning) | {"doomed": doomed, "problem": problem}
    return render(request, TEMPLATE, context, status=status)


def _context(request, *, brought=None, pruning=None):
    return {
        "brought": brought or ImportForm(),
        "pruning": pruning or PruneForm(),
        "doomed": None,
        "may_manage": request.membership.may("manage"),
    }

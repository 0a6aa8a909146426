"""The quality ledger as a table: filters, its mean, files in and out, and the removal of what is old."""

import datetime
from dataclasses import dataclass

from django.contrib import messages
from django.http import StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lib.errors import InvalidInput
from evalhub.lib.paging import keyset
from reviews.quality.actions import ledger
from reviews.quality.graders import title_of
from reviews.quality.models import QualityObservation
from reviews.quality.views.forms import ImportForm, PruneForm
from reviews.quality.views.labels import tabs_of
from reviews.quality.views.model_summaries import STALE_DAYS, total_of

TEMPLATE = "reviews/quality/observations.html"
TEXTS = {"task_type": 100, "adapter_id": 200, "grader_id": 200}
SOURCES = {"real": False, "simulated": True}


@dataclass(frozen=True)
class Line:
    observation: QualityObservation
    grader: str


@requires("read")
@require_safe
def observations(request):
    """Newest first, narrowed by what the address says; three statements, however many."""
    return _show(request)


@requires("read")
@require_safe
def observations_export(request):
    """What the filters leave as JSON Lines, written as it is read."""
    chosen, _given = _filters(request.GET)
    lines = ledger.export_jsonl(organization=request.organization, filters=chosen)
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
    chosen, given = _filters(request.GET)
    found = ledger.filtered(organization=request.organization, filters=chosen)
    page = keyset(found.with_systems(), request, field="pk", kind=int, descending=True)
    context = {
        "page": page,
        "lines": [Line(row, title_of(row.grader_id)) for row in page.rows],
        "total": total_of(found),
        "given": given,
        "is_filtered": bool(chosen),
        "brought": brought or ImportForm(),
        "pruning": pruning or PruneForm(),
        "doomed": doomed,
        "tabs": tabs_of("observations"),
        "export_href": f"{reverse('reviews:observations_export')}?{urlencode(given)}",
        "may_manage": request.membership.may("manage"),
        "stale_days": STALE_DAYS,
        "problem": next((form for form in (brought, pruning) if form is not None and form.errors), None),
    }
    return render(request, TEMPLATE, context, status=status)


def _filters(query):
    """(filters of the ledger, what the address says of them); what cannot be read narrows nothing."""
    given = {name: query.get(name, "").replace("\0", "").strip()[:most] for name, most in TEXTS.items()}
    chosen = dict(given)
    source = query.get("source", "")
    if source in SOURCES:
        chosen["simulated"], given["source"] = SOURCES[source], source
    for name in ("since", "until"):
        day = _day(query.get(name, ""))
        if day is not None:
            chosen[name], given[name] = datetime.datetime.combine(day, datetime.time(), datetime.UTC), day.isoformat()
    chosen = {name: value for name, value in chosen.items() if value != ""}
    return chosen, {name: value for name, value in given.items() if value}


def _day(text):
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None

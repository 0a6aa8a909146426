"""The audit log: who did what, searched, paged and taken away as a file."""

from dataclasses import dataclass

from django.http import StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.accounts.actions import audit_log
from evalhub.accounts.audit_labels import GROUPS, words_of
from evalhub.accounts.forms import AuditFilter
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput
from evalhub.lib.paging import keyset
from evalhub.lib.spreadsheet import csv_lines


@dataclass(frozen=True)
class AuditRow:
    """`facts` are the details by name, as texts."""

    event: AuditEvent
    action: str
    facts: list


@requires("manage")
@require_safe
def audit_log_page(request):
    """Newest first; one statement for a page."""
    form = AuditFilter(request.GET)
    found = form.narrow(_events(request)) if form.is_valid() else AuditEvent.objects.none()
    page = keyset(found.select_related("actor"), request, field="pk", kind=int, descending=True)
    context = {
        "form": form,
        "page": page,
        "groups": GROUPS,
        "is_narrowed": any(request.GET.get(name) for name in form.fields),
        "rows": [AuditRow(event, words_of(event.verb), _facts(event.details)) for event in page.rows],
        "csv_query": form.query,
    }
    return render(request, "people/audit_log.html", context, status=200 if form.is_valid() else 422)


@requires("manage")
@require_safe
def audit_log_csv(request):
    form = AuditFilter(request.GET)
    if not form.is_valid():
        raise InvalidInput(_("This filter is not valid. Open the audit log again."), code="bad_filter")
    rows = audit_log.export(
        organization=request.organization,
        events=form.narrow(_events(request)),
        format="csv",
        conditions=form.cleaned_data,
        by=request.user,
    )
    return csv_response(rows)


def csv_response(rows):
    response = StreamingHttpResponse(csv_lines(audit_log.COLUMNS, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="audit-log.csv"'
    return response


def _events(request):
    return AuditEvent.objects.for_organization(request.organization)


def _facts(details):
    return [(name, _text(value)) for name, value in details.items() if value not in (None, "")]


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_text(part)}" for name, part in value.items())
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)

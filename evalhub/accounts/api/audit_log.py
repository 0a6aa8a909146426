"""The audit log over the API: by page, and whole as a file."""

import json

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.actions import audit_log
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.forms import AuditFilter
from evalhub.accounts.models import AuditEvent
from evalhub.accounts.views.audit_log import csv_response
from evalhub.api.errors import errors
from evalhub.api.fields import Answer
from evalhub.api.paging import read_number, read_page
from evalhub.lib.errors import InvalidInput

FILTERS = [
    OpenApiParameter("action", str, description="an action such as password.changed, or a group such as password"),
    OpenApiParameter("person", str, description="a part of the name or address of who did it or whom it concerns"),
    OpenApiParameter("since", OpenApiTypes.DATE, description="the first day (UTC)"),
    OpenApiParameter("until", OpenApiTypes.DATE, description="the last day (UTC)"),
]
PAGE = [
    OpenApiParameter("limit", int, description="events on a page: 1 to 500, usually 100"),
    OpenApiParameter("before", int, description="the next_before of the page before this one"),
]
HIGHEST = 2**63 - 1


class AuditEventOut(Answer):
    """One event; needs `actor` loaded. Its fields are the columns of the files."""

    event_id = s.IntegerField(source="pk")
    at = s.DateTimeField()
    action = s.CharField(source="verb")
    person = s.EmailField(allow_null=True, help_text="who did it; null for the system and for strangers")
    object_type = s.CharField()
    object_id = s.CharField()
    details = s.DictField()

    def read_person(self, event):
        return event.actor.email if event.actor else None


class AuditLogOut(Answer):
    events = AuditEventOut(many=True)
    next_before = s.IntegerField(allow_null=True, help_text="null on the last page")


class AuditLog(ApiView):
    access = {"GET": "manage"}

    @extend_schema(parameters=[*FILTERS, *PAGE], responses=AuditLogOut, extensions=errors("bad_filter"))
    def get(self, request):
        """What people and programs did in the organization, newest first."""
        limit = read_page(request.query_params, default=100, maximum=500).limit
        below = read_number(request.query_params, "before", HIGHEST, 1, HIGHEST)
        events = filtered(request)[0].filter(pk__lt=below).select_related("actor").order_by("-pk")
        rows = list(events[: limit + 1])
        shown = rows[:limit]
        more = shown[-1].pk if len(rows) > limit else None
        return Response(AuditLogOut.of({"events": shown, "next_before": more}))


class AuditLogFile(ApiView):
    access = {"GET": "manage"}
    suffix = ""

    def perform_content_negotiation(self, request, force=False):
        """The file is what its address says; errors are JSON."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        parameters=FILTERS,
        responses={
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "application/jsonl"): OpenApiTypes.BINARY,
        },
        extensions=errors("bad_filter"),
    )
    def get(self, request):
        """All events that fit, newest first, as a file. That it was taken away stands in the log."""
        events, chosen = filtered(request)
        rows = audit_log.export(
            organization=request.organization, events=events, format=self.suffix, conditions=chosen, by=request.user
        )
        if self.suffix == "csv":
            return csv_response(rows)
        lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
        response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="audit-log.jsonl"'
        return response


def filtered(request):
    """The events that the address asks for, and its conditions by name; 400 for one that cannot be read."""
    form = AuditFilter(request.query_params)
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        raise InvalidInput(f"{name}: {errors[0]} Days are written as 2026-01-31.", code="bad_filter")
    return form.narrow(AuditEvent.objects.for_organization(request.organization)), form.cleaned_data

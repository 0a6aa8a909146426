"""The audit log over the API: by page, and whole as a file."""

import json

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.actions import audit_log
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.models import AuditEvent
from evalhub.accounts.views.lists.audit_log import FILTERS
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer
from evalhub.api.paging import read_number, read_page
from evalhub.lib.spreadsheet import csv_lines

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

    @extend_schema(
        parameters=[*filters.parameters(FILTERS), *PAGE], responses=AuditLogOut, extensions=errors("bad_filter")
    )
    def get(self, request):
        """What people and programs did in the organization, newest first."""
        limit = read_page(request.query_params, default=100, maximum=500).limit
        below = read_number(request.query_params, "before", HIGHEST, 1, HIGHEST)
        events = filtered(request).filter(pk__lt=below).select_related("actor").order_by("-pk")
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
        parameters=filters.parameters(FILTERS),
        responses={
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "application/jsonl"): OpenApiTypes.BINARY,
        },
        extensions=errors("bad_filter"),
    )
    def get(self, request):
        """All events that fit, newest first, as a file. That it was taken away stands in the log."""
        chosen = {each.name: request.query_params.get(each.name, "") for each in FILTERS}
        rows = audit_log.export(
            organization=request.organization,
            events=filtered(request),
            format=self.suffix,
            conditions=chosen,
            by=request.user,
        )
        if self.suffix == "csv":
            return csv_response(rows)
        lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
        response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="audit-log.jsonl"'
        return response


def filtered(request):
    """The events that the address asks for; 400 for a condition that cannot be read."""
    return filters.narrowed(AuditEvent.objects.for_organization(request.organization), FILTERS, request.query_params)


def csv_response(rows):
    response = StreamingHttpResponse(csv_lines(audit_log.COLUMNS, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="audit-log.csv"'
    return response

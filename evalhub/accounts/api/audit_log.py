"""The audit log over the API: by page, and whole as a file."""

import json

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.actions import audit_log
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.models import AuditEvent
from evalhub.accounts.views.lists.audit_log import FILTERS
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer
from evalhub.api.paging import CURSOR, NEXT_HELP, former_cursor, limit_of, read_cursor, read_page
from evalhub.lib.errors import InvalidInput
from evalhub.lib.spreadsheet import csv_lines

PAGE = [
    limit_of(100, 500),
    CURSOR,
    former_cursor("before"),
]
HIGHEST = 2**63 - 1


class AuditEventOut(Answer):
    """One event; needs `actor` loaded. Its fields are the columns of the files."""

    event_id = s.IntegerField(source="pk")
    at = s.DateTimeField()
    action = s.CharField(source="verb")
    person = s.EmailField(
        allow_null=True, help_text="who did it; null for the system and for strangers", source="actor.email"
    )
    object_type = s.CharField()
    object_id = s.CharField()
    details = s.DictField()


class AuditLogOut(Answer):
    events = AuditEventOut(many=True)
    has_more = s.BooleanField()
    next = s.CharField(allow_null=True, help_text=NEXT_HELP)
    next_before = s.IntegerField(allow_null=True, help_text="the same, for the former `before`")


class AuditLog(ApiView):
    access = {"GET": "admin"}

    @extend_schema(
        parameters=[*filters.parameters(FILTERS), *PAGE], responses=AuditLogOut, extensions=errors("bad_filter")
    )
    def get(self, request):
        """What people and programs did in the organization, newest first."""
        limit = read_page(request.query_params, default=100, maximum=500).limit
        below = _below(read_cursor(request.query_params, "before"))
        events = filtered(request).filter(pk__lt=below).select_related("actor").order_by("-pk")
        rows = list(events[: limit + 1])
        shown = rows[:limit]
        more = shown[-1].pk if len(rows) > limit else None
        answer = {"events": shown, "has_more": more is not None, "next": more, "next_before": more}
        return Response(AuditLogOut.of(answer))


class AuditLogFile(ApiView):
    access = {"GET": "admin"}
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


def _below(text):
    """The number of an event that a cursor names: the page holds older ones."""
    if text is None:
        return HIGHEST
    if not (text.isascii() and text.isdigit() and len(text) < 20 and 1 <= int(text) <= HIGHEST):
        raise InvalidInput(f"cursor is {text[:40]!r}. Valid: `next` of the page before.", code="bad_cursor")
    return int(text)


def filtered(request):
    """The events that the address asks for; 400 for a condition that cannot be read."""
    return filters.narrowed(AuditEvent.objects.for_organization(request.organization), FILTERS, request.query_params)


def csv_response(rows):
    response = StreamingHttpResponse(csv_lines(audit_log.COLUMNS, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="audit-log.csv"'
    return response

"""OTLP over HTTP: the traces that OpenTelemetry's exporters send, as Protobuf or JSON."""

import base64
from itertools import islice

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from google.protobuf import json_format
from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.parsers import BaseParser
from rest_framework.response import Response

from datasets.actions.traces import VERSION_ATTRIBUTE, receive_traces
from datasets.api.message_counts import has_more
from evalhub.accounts.api.base import ApiView
from evalhub.api.errors import errors
from evalhub.api.fields import Answer
from evalhub.api.parsers import StrictJsonParser, read_body
from evalhub.lib.errors import InvalidInput, TooLarge

PROTOBUF = "application/x-protobuf"
HEADER = "EvalHub-Dataset-Version"
MOST_PARTS = 500_000  # fields of all levels: an attribute with a text has four
MOST_SPANS = 20_000
HEAVY = ("resource_spans", "scope_spans", "spans")
VERSION = OpenApiParameter(
    HEADER,
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    description=f"the open version of spans whose resource does not name one by {VERSION_ATTRIBUTE}",
)
EXAMPLE = {
    "resource": {
        "attributes": [
            {"key": "service.name", "value": {"stringValue": "support-bot"}},
            {"key": VERSION_ATTRIBUTE, "value": {"stringValue": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45"}},
        ]
    },
    "scopeSpans": [
        {
            "spans": [
                {
                    "traceId": "5b8efff798038103d269b633813fc60c",
                    "spanId": "eee19b7ec3c1b174",
                    "name": "chat model-a",
                    "startTimeUnixNano": "1795771800000000000",
                    "endTimeUnixNano": "1795771800812000000",
                    "attributes": [
                        {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}},
                        {"key": "gen_ai.request.model", "value": {"stringValue": "model-a"}},
                        {
                            "key": "gen_ai.input.messages",
                            "value": {
                                "stringValue": '[{"role":"user","parts":[{"type":"text","content":"Refunds?"}]}]'
                            },
                        },
                        {
                            "key": "gen_ai.output.messages",
                            "value": {
                                "stringValue": '[{"role":"assistant","parts":[{"type":"text","content":"14 days."}]}]'
                            },
                        },
                    ],
                }
            ]
        }
    ],
}
BODY = {
    "type": "object",
    "properties": {"resourceSpans": {"type": "array", "items": {"type": "object", "additionalProperties": {}}}},
    "example": {"resourceSpans": [EXAMPLE]},
}


class ProtobufParser(BaseParser):
    """Reads a Protobuf body into an ExportTraceServiceRequest."""

    media_type = PROTOBUF

    def parse(self, stream, media_type=None, parser_context=None):
        body = read_body(stream, parser_context)
        if has_more(body, ExportTraceServiceRequest.DESCRIPTOR, MOST_PARTS, heavy=HEAVY, most_heavy=MOST_SPANS):
            raise TooLarge(
                f"The request has more than {MOST_PARTS:,} fields, counted at all levels, or more than"
                f" {MOST_SPANS:,} resources, scopes and spans. Send it in smaller parts."
            )
        try:
            return ExportTraceServiceRequest.FromString(body)
        except DecodeError:
            raise InvalidInput("The body is no ExportTraceServiceRequest.", code="bad_traces") from None


class PartialSuccessOut(Answer):
    """Of a ReceivedTraces."""

    rejectedSpans = serializers.CharField(source="rejected", help_text="a whole number, as OTLP writes it in JSON")  # noqa: N815
    errorMessage = serializers.CharField(source="problem", help_text="why, with counts")  # noqa: N815


class TracesOut(Answer):
    """Of a ReceivedTraces."""

    partialSuccess = PartialSuccessOut(required=False, source="*", help_text="absent: all spans were taken")  # noqa: N815

    def read_partialSuccess(self, received):  # noqa: N802
        return received if received.rejected else empty


class Traces(ApiView):
    access = {"POST": "send"}
    parser_classes = [StrictJsonParser, ProtobufParser]
    most_values = 100_000
    keeps_idempotency_keys = True  # a span that is sent again is there already

    def object_of(self, kind):
        """Of a key that is bound to a dataset that one: no version of another one is found."""
        return self.key.dataset_id if kind == "dataset" else None

    @extend_schema(
        operation_id="otlp_traces_create",
        parameters=[VERSION],
        request={"application/json": BODY, PROTOBUF: OpenApiTypes.BINARY},
        responses={(200, "application/json"): TracesOut, (200, PROTOBUF): OpenApiTypes.BINARY},
        extensions=errors("bad_traces", "version_missing", "not_found", "not_open", "version_full", "kept_dataset"),
    )
    def post(self, request):
        """Take in spans of model calls by OTLP over HTTP, as outputs of an open version.

        Spans that are no model call, record no contents or cannot be stored are counted in partialSuccess; the others
        are stored. The body may be packed by gzip. Errors are JSON in both forms.
        """
        traces = request.data if isinstance(request.data, ExportTraceServiceRequest) else _of_json(request.data)
        received = receive_traces(
            organization=request.organization,
            traces=traces,
            version_id=request.headers.get(HEADER),
            within=self.key and self.key.dataset_id,
        )
        if request.content_type.startswith("application/json"):
            return Response(TracesOut.of(received))
        answer = ExportTraceServiceResponse()
        if received.rejected:
            answer.partial_success.rejected_spans = received.rejected
            answer.partial_success.error_message = received.problem
        return HttpResponse(answer.SerializeToString(), content_type=PROTOBUF)


def _of_json(body):
    """The ExportTraceServiceRequest of OTLP's JSON, which writes ids in hexadecimal; unknown fields are passed over."""
    try:
        parts = list(islice(_parts(body), MOST_SPANS + 1))
        if len(parts) > MOST_SPANS:
            words = f"The request has more than {MOST_SPANS:,} resources, scopes and spans."
            raise TooLarge(f"{words} Send it in smaller parts.")
        for span in parts:
            for name in ("traceId", "spanId"):
                if isinstance(span.get(name), str):
                    span[name] = base64.b64encode(bytes.fromhex(span[name])).decode()
        return json_format.ParseDict(body, ExportTraceServiceRequest(), ignore_unknown_fields=True)
    except (json_format.ParseError, ValueError) as problem:
        raise InvalidInput(f"The body is no export of traces: {problem}", code="bad_traces") from None


def _parts(body):
    """The objects of resources, scopes and spans."""
    for resource in _objects(body, "resourceSpans"):
        yield resource
        for scope in _objects(resource, "scopeSpans"):
            yield scope
            yield from _objects(scope, "spans")


def _objects(parent, name):
    value = parent.get(name)
    for each in value if isinstance(value, list) else ():
        if not isinstance(each, dict):
            raise ValueError(f"{name} has something that is no object.")
        yield each

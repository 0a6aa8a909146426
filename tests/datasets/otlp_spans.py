"""OTLP spans of model calls, as exporters send them."""

import json

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, ArrayValue, KeyValue, KeyValueList
from opentelemetry.proto.resource.v1.resource_pb2 import Resource
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, ScopeSpans, Span, Status

ENDED = 1_795_771_800_812_000_000  # 2026-11-27 09:30:00.812 UTC
FACTS = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "model-a",
    "gen_ai.response.model": "model-a-2026",
    "gen_ai.response.id": "chatcmpl-1",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.usage.input_tokens": 12,
    "gen_ai.usage.output_tokens": 7,
}


def message(role, text, **more):
    return {"role": role, "parts": [{"type": "text", "content": text}], **more}


def any_value(value):
    if isinstance(value, list):
        return AnyValue(array_value=ArrayValue(values=[any_value(each) for each in value]))
    if isinstance(value, dict):
        return AnyValue(kvlist_value=KeyValueList(values=pairs(value)))
    kinds = {str: "string_value", bool: "bool_value", int: "int_value", float: "double_value", bytes: "bytes_value"}
    return AnyValue(**{kinds[type(value)]: value})


def pairs(facts):
    return [KeyValue(key=name, value=any_value(value)) for name, value in facts.items() if value is not None]


def make_span(number=1, *, question="How do I get my money back?", answer="You have 14 days.", error="", **facts):
    """A span of one chat; `facts` replace those of FACTS, None leaves one out."""
    contents = {
        "gen_ai.input.messages": json.dumps([message("user", question)]),
        "gen_ai.output.messages": json.dumps([message("assistant", answer, finish_reason="stop")]),
    }
    if error:
        del contents["gen_ai.output.messages"]
    given = FACTS | {"gen_ai.response.id": f"chatcmpl-{number}"} | contents | facts
    return Span(
        trace_id=number.to_bytes(16, "big"),
        span_id=number.to_bytes(8, "big"),
        name="chat model-a",
        start_time_unix_nano=ENDED - 812_000_000,
        end_time_unix_nano=ENDED,
        attributes=pairs(given),
        status=Status(code=Status.STATUS_CODE_ERROR, message=error) if error else None,
    )


def make_traces(*spans, **resource):
    """An ExportTraceServiceRequest of one resource; `service__name` is service.name."""
    attributes = pairs({name.replace("__", "."): value for name, value in resource.items()})
    one = ResourceSpans(resource=Resource(attributes=attributes), scope_spans=[ScopeSpans(spans=spans)])
    return ExportTraceServiceRequest(resource_spans=[one])

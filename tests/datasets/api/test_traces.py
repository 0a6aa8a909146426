"""OTLP over HTTP: both wires, packed or not, and what is refused."""

import base64
import gzip
import json

import pytest
from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from datasets.actions import datasets
from datasets.api import traces
from datasets.models import ModelOutput
from tests import factories
from tests.datasets.otlp_spans import make_span, make_traces

PATH = "/v1/otlp/v1/traces"
PROTOBUF = "application/x-protobuf"


@pytest.fixture
def version(acme):
    return datasets.open_version(dataset=factories.make_dataset(acme), by=None)


def as_json(export):
    """OTLP's own JSON: ids in hexadecimal."""
    body = json_format.MessageToDict(export)
    for span in body["resourceSpans"][0]["scopeSpans"][0]["spans"]:
        span |= {name: base64.b64decode(span[name]).hex() for name in ("traceId", "spanId")}
    return json.dumps(body | {"fieldOfTomorrow": 1})


def sent(caller, version, body, kind, **headers):
    return caller.raw("POST", PATH, body, kind, evalhub_dataset_version=str(version.pk), **headers)


def code_of(answer):
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("packed", [False, True])
def test_both_wires_store_the_same(api_of, bob, version, packed):
    export = make_traces(make_span(1), service__name="bot")
    pack = gzip.compress if packed else bytes
    headers = {"content_encoding": "gzip"} if packed else {}

    by_protobuf = sent(api_of(bob), version, pack(export.SerializeToString()), PROTOBUF, **headers)
    stored = ModelOutput.objects.get()
    by_json = sent(api_of(bob), version, pack(as_json(export).encode()), "application/json", **headers)

    assert (by_protobuf.status_code, by_protobuf["Content-Type"], by_protobuf.content) == (200, PROTOBUF, b"")
    assert (by_json.status_code, by_json.json()) == (200, {})
    assert ModelOutput.objects.get() == stored and stored.text == "You have 14 days."


def test_spans_that_are_no_outputs_are_a_partial_success(api_of, bob, version):
    export = make_traces(make_span(1), make_span(2, **{"gen_ai.operation.name": "execute_tool"}))

    by_protobuf = sent(api_of(bob), version, export.SerializeToString(), PROTOBUF)
    by_json = sent(api_of(bob), version, as_json(export), "application/json").json()

    partial = ExportTraceServiceResponse.FromString(by_protobuf.content).partial_success
    assert (partial.rejected_spans, "no model call" in partial.error_message) == (1, True)
    assert by_json == {"partialSuccess": {"rejectedSpans": "1", "errorMessage": partial.error_message}}


@pytest.mark.parametrize(
    "kind, body",
    [
        (PROTOBUF, b"\xff\xff"),
        ("application/json", b'{"resourceSpans": 7}'),
        ("application/json", b'{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "xy"}]}]}]}'),
        ("application/json", b'{"resourceSpans": [{"scopeSpans": [{"spans": [{"endTimeUnixNano": "soon"}]}]}]}'),
        ("application/json", b'{"resourceSpans": [{"scopeSpans": [{"spans": [{"parentSpanId": "a"}]}]}]}'),
    ],
)
def test_what_is_no_export_of_traces_is_400(api_of, bob, version, kind, body):
    assert code_of(sent(api_of(bob), version, body, kind)) == (400, "bad_traces")


@pytest.mark.parametrize(
    "kind, pack", [(PROTOBUF, lambda export: export.SerializeToString()), ("application/json", as_json)]
)
def test_many_small_parts_are_refused_before_they_are_read(api_of, bob, version, kind, pack, monkeypatch):
    monkeypatch.setattr(traces, "MOST_PARTS", 20)
    span = Span(trace_id=b"1" * 16, span_id=b"2" * 8, events=[Span.Event()] * 19)
    body = pack(make_traces(span))

    assert code_of(sent(api_of(bob), version, body, kind)) == (413, "too_large")


def test_other_kinds_of_bodies_are_415(api_of, bob, version):
    assert code_of(sent(api_of(bob), version, b"x", "text/plain")) == (415, "unsupported_media_type")


def test_a_request_without_a_version_is_refused(api_of, bob):
    body = make_traces(make_span(1)).SerializeToString()

    assert code_of(api_of(bob).raw("POST", PATH, body, PROTOBUF)) == (400, "version_missing")


def test_an_empty_export_is_taken(api_of, bob):
    assert api_of(bob).raw("POST", PATH, b"", PROTOBUF).status_code == 200


def test_only_managers_of_the_organization_send_traces(api_of, vera, mallory, version):
    body = make_traces(make_span(1)).SerializeToString()

    assert [sent(api_of(member), version, body, PROTOBUF).status_code for member in (vera, mallory)] == [403, 404]
    assert not ModelOutput.objects.exists()

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


def test_both_wires_store_the_same_packed_or_not_and_spans_that_are_no_outputs_are_a_partial_success(
    api_of, bob, version
):
    export, api, found = make_traces(make_span(1), service__name="bot"), api_of(bob), set()
    for pack, headers in ((bytes, {}), (gzip.compress, {"content_encoding": "gzip"})):
        by_protobuf = sent(api, version, pack(export.SerializeToString()), PROTOBUF, **headers)
        found.add(ModelOutput.objects.get())
        by_json = sent(api, version, pack(as_json(export).encode()), "application/json", **headers)
        assert (by_protobuf.status_code, by_protobuf["Content-Type"], by_protobuf.content) == (200, PROTOBUF, b"")
        assert (by_json.status_code, by_json.json()) == (200, {})
    assert found == {ModelOutput.objects.get()} and found.pop().text == "You have 14 days."

    export = make_traces(make_span(1), make_span(2, **{"gen_ai.operation.name": "execute_tool"}))
    by_protobuf = sent(api_of(bob), version, export.SerializeToString(), PROTOBUF)
    by_json = sent(api_of(bob), version, as_json(export), "application/json").json()
    partial = ExportTraceServiceResponse.FromString(by_protobuf.content).partial_success
    assert (partial.rejected_spans, "no model call" in partial.error_message) == (1, True)
    assert by_json == {"partialSuccess": {"rejectedSpans": "1", "errorMessage": partial.error_message}}


def test_what_is_no_export_of_traces_to_a_version_is_refused(api_of, bob, version):
    api, body = api_of(bob), make_traces(make_span(1)).SerializeToString()

    for kind, wrong in (
        (PROTOBUF, b"\xff\xff"),
        ("application/json", b'{"resourceSpans": 7}'),
        ("application/json", b'{"resourceSpans": ["a"]}'),
        ("application/json", b'{"resourceSpans": [{"scopeSpans": [{"spans": ["a"]}]}]}'),
        ("application/json", b'{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "xy"}]}]}]}'),
        ("application/json", b'{"resourceSpans": [{"scopeSpans": [{"spans": [{"endTimeUnixNano": "soon"}]}]}]}'),
        ("application/json", b'{"resourceSpans": [{"scopeSpans": [{"spans": [{"parentSpanId": "a"}]}]}]}'),
    ):
        assert code_of(sent(api, version, wrong, kind)) == (400, "bad_traces"), wrong
    assert code_of(sent(api, version, b"x", "text/plain")) == (415, "unsupported_media_type")
    assert code_of(api.raw("POST", PATH, body, PROTOBUF)) == (400, "version_missing")
    assert api.raw("POST", PATH, b"", PROTOBUF).status_code == 200
    assert not ModelOutput.objects.exists()


def test_many_small_parts_are_refused_before_they_are_read(api_of, bob, version, monkeypatch):
    monkeypatch.setattr(traces, "MOST_PARTS", 30)
    monkeypatch.setattr(traces.Traces, "most_values", 30)
    ids = {"trace_id": b"1" * 16, "span_id": b"2" * 8}
    nested = make_traces(Span(**ids), many=[[]] * 30)
    events = make_traces(Span(**ids, events=[Span.Event()] * 30))
    links = make_traces(Span(**ids, links=[Span.Link()] * 30))

    for export in (nested, events, links):
        for kind, body in ((PROTOBUF, export.SerializeToString()), ("application/json", as_json(export))):
            assert code_of(sent(api_of(bob), version, body, kind)) == (413, "too_large"), kind


def test_spans_have_a_lower_limit_than_their_parts(api_of, bob, version, monkeypatch):
    monkeypatch.setattr(traces, "MOST_SPANS", 4)
    export = make_traces(*[make_span(number) for number in (1, 2, 3)])

    for kind, body in ((PROTOBUF, export.SerializeToString()), ("application/json", as_json(export))):
        answer = sent(api_of(bob), version, body, kind)
        assert code_of(answer) == (413, "too_large")
        assert "4 resources, scopes and spans" in answer.json()["error"]["message"]

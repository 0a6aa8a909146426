"""Parts of a Protobuf body, counted before it is read."""

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from datasets.api.message_counts import has_more
from tests.datasets.otlp_spans import make_span, make_traces

KIND = ExportTraceServiceRequest.DESCRIPTOR


def count(body, **limits):
    """How many fields `has_more` finds."""
    return next(n for n in range(100_000) if not has_more(body, KIND, n, **limits))


def fields(message):
    """The fields of a message and of those inside of it, as the library lists them."""
    values = [value if field.is_repeated else [value] for field, value in message.ListFields()]
    return sum(1 + (fields(each) if hasattr(each, "ListFields") else 0) for some in values for each in some)


@pytest.mark.parametrize("facts", [{}, {"a": [[1, "x"], {"b": {"c": [2.5, True]}}]}, {"a": "x" * 300}])
def test_fields_of_all_levels_are_counted(facts):
    traces = make_traces(make_span(1, **facts), make_span(2), service__name="bot", more=[1, [2]])
    traces.resource_spans[0].scope_spans[0].spans[0].events.add(name="e").attributes.add(key="k")
    traces.resource_spans[0].scope_spans[0].spans[1].links.add().attributes.add(key="k").value.int_value = 300

    assert count(traces.SerializeToString()) == fields(traces)


def test_heavy_messages_have_a_limit_of_their_own_and_numbers_of_every_width_and_groups_are_passed_over():
    body = make_traces(make_span(1), make_span(2)).SerializeToString()
    assert has_more(body, KIND, 1000, heavy=("spans",), most_heavy=1)
    assert not has_more(body, KIND, 1000, heavy=("spans",), most_heavy=2)

    resource = b"\x0a\x02\x0a\x00"
    body = b"\x08\xff\x01" + b"\x11" + b"8" * 8 + b"\x1d" + b"4" * 4 + b"\x53\x54"
    ExportTraceServiceRequest.FromString(body + resource)
    assert count(body + resource) == 7


@pytest.mark.parametrize("body", [b"", b"\x0a", b"\x0f", b"\xff" * 20, b"\x0a\x05\x12\xff"])
def test_what_breaks_off_or_is_no_protobuf_ends_the_count(body):
    assert not has_more(body, KIND, 2)

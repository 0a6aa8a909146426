"""Parts of a Protobuf body, counted before it is read."""

import pytest

from datasets.api.message_counts import has_more
from tests.datasets.otlp_spans import make_span, make_traces

SPANS = (1, 2, 2)


@pytest.mark.parametrize("n", [1, 300])
def test_fields_along_the_path_are_counted_and_no_others(n):
    body = make_traces(*[make_span(number) for number in range(1, n + 1)], service__name="bot").SerializeToString()
    around = 3  # the resource spans, and in them the resource and the scope spans

    assert has_more(body, SPANS, n + around - 1) and not has_more(body, SPANS, n + around)


def test_numbers_of_every_width_are_passed_over():
    body = b"\x08\xff\x01" + b"\x11" + b"8" * 8 + b"\x1d" + b"4" * 4

    assert has_more(body, SPANS, 2) and not has_more(body, SPANS, 3)


@pytest.mark.parametrize("body", [b"", b"\x0a", b"\x0b", b"\xff" * 20, b"\x0a\x05\x12\xff"])
def test_what_breaks_off_or_is_no_protobuf_ends_the_count(body):
    assert not has_more(body, SPANS, 1)

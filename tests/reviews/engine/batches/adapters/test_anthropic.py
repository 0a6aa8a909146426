"""What only Anthropic's wire has: no place for our id, rows that expire one by one, results that are thrown away."""

import time
from collections import Counter

import pytest

from reviews.engine.batches.adapters.base import LostBatch
from reviews.engine.batches.adapters.errors import Ambiguous, ProviderError
from tests.reviews.engine.batches.adapters.odd import each_odd, results, row
from tests.reviews.engine.batches.adapters.wire import collected, sent


def test_batches_that_cannot_be_told_apart_are_left_to_a_person(wire):
    batches = wire("anthropic", seconds=3000, times=None)
    before = time.time()
    first, second = sent(batches, 7, "one"), sent(batches, 7, "two")

    with pytest.raises(Ambiguous):
        batches.find(LostBatch(batch_id="one", n_rows=7, sent_at=before))
    assert batches.find(LostBatch(batch_id="one", n_rows=7, sent_at=before, known=frozenset([second]))) == first


def test_half_and_lost_results_are_told(wire):
    batches = wire("anthropic", expired_rows=3)
    status, results = collected(batches, sent(batches))
    assert status.outcome in ("expired", "partial")
    assert Counter(found.state for found in results) == {"expired": 3, "ok": 3}

    batches = wire("anthropic", archived=True)
    status, results = collected(batches, sent(batches))
    assert (status.outcome, results) == ("archived", [])


def test_our_key_goes_to_no_other_host(wire):
    batches = wire("anthropic")

    with pytest.raises(ProviderError) as refused:
        batches.http.address("http://127.0.0.1:1/v1/messages/batches/x/results")

    assert refused.value.failure.error_class == "foreign_address"


@each_odd
def test_errors_of_odd_shape_keep_their_name(odd, value):
    kinds = [
        {"type": "errored", "error": value},
        {"type": "errored", "error": {"error": value}},
        {"type": value},
        {"type": "succeeded", "message": [value]},
    ]

    found = results(odd, "anthropic", *(row("anthropic", result=kind) for kind in kinds))

    assert [(each.custom_id, each.state) for each in found] == [
        ("b1_0", "error"),
        ("b1_0", "error"),
        ("b1_0", "unreadable"),
        ("b1_0", "unreadable"),
    ]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (b'{"custom_id": "b1_0"}', "it"),
        (b'{"custom_id": "other_0"}', None),
        (b"<html>\n[1]", "it"),
        (b"", "it"),
        (b'null\n{"custom_id": 7}\n{"custom_id": "other_0"}', None),
    ],
)
def test_ended_batch_is_ours_unless_its_rows_say_otherwise(odd, lines, found):
    batch = {
        "id": "it",
        "processing_status": "ended",
        "results_url": "/results",
        "request_counts": {"succeeded": 1},
        "created_at": "2100-01-01T00:00:00Z",
    }
    batches = odd("anthropic", {"/results": lines, "": {"data": [batch]}})

    assert batches.find(LostBatch(batch_id="b1", n_rows=1, sent_at=time.time())) == found

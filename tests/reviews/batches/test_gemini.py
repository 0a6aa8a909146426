"""What only Gemini's wire has: batches inside the request or as a file."""

from tests.reviews.batches.wire import collected, sent


def test_end_without_output_has_no_results(wire):
    batches = wire("gemini", no_output=True)

    status, results = collected(batches, sent(batches))

    assert results == [] and status.handles == ()


def test_large_gemini_batches_travel_as_a_file(wire, monkeypatch):
    monkeypatch.setattr("reviews.batches.gemini.INLINE_BYTES", 10)
    batches = wire("gemini")

    assert len(collected(batches, sent(batches, 8))[1]) == 8

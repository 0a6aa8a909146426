"""What only Gemini's wire has: batches inside the request or as a file."""

import pytest

from reviews.engine.batches.adapters.base import Status
from reviews.engine.batches.adapters.errors import ProviderError
from tests.reviews.engine.batches.adapters.odd import OPERATION, each_odd
from tests.reviews.engine.batches.adapters.scripted import Answer
from tests.reviews.engine.batches.adapters.wire import collected, sent

UPLOAD = "/upload/v1beta/files"


@pytest.fixture
def as_a_file(monkeypatch):
    monkeypatch.setattr("reviews.engine.batches.adapters.gemini.INLINE_BYTES", 10)


def test_end_without_output_has_no_results(wire):
    batches = wire("gemini", no_output=True)

    status, results = collected(batches, sent(batches))

    assert results == [] and status.handles == ()


@pytest.mark.usefixtures("as_a_file")
def test_large_gemini_batches_travel_as_a_file(wire):
    batches = wire("gemini")

    assert len(collected(batches, sent(batches, 8))[1]) == 8


@pytest.mark.usefixtures("as_a_file")
@pytest.mark.parametrize("start", [Answer(b"<html>"), Answer({}), Answer({}, headers={"x-goog-upload-url": ""})])
def test_upload_without_an_address_sends_nothing(odd, odd_provider, start):
    batches = odd("gemini", {"": start})

    with pytest.raises(ProviderError) as refused:
        sent(batches)

    assert refused.value.failure.error_class == "unreadable_response"
    assert odd_provider.asked == [UPLOAD]


@pytest.mark.usefixtures("as_a_file")
@pytest.mark.parametrize("answer", [b"<html>", {}, {"file": "text"}, {"file": {}}, {"file": {"name": 7}}], ids=repr)
def test_upload_without_a_name_sends_no_batch(odd, odd_provider, answer):
    start = Answer({}, headers={"x-goog-upload-url": f"{odd_provider.url}/there"})
    batches = odd("gemini", {UPLOAD: start, "/there": answer})

    with pytest.raises(ProviderError) as refused:
        sent(batches)

    assert refused.value.failure.error_class == "unreadable_response"
    assert odd_provider.asked == [UPLOAD, "/there"]


@pytest.mark.usefixtures("as_a_file")
def test_upload_goes_to_no_other_host(odd):
    batches = odd("gemini", {"": Answer({}, headers={"x-goog-upload-url": "http://127.0.0.1:9/there"})})

    with pytest.raises(ProviderError) as refused:
        sent(batches)

    assert refused.value.failure.error_class == "foreign_address"


def test_results_that_are_gone_are_worth_another_look(odd):
    batches = odd("gemini", {"": {}})

    with pytest.raises(ProviderError, match="no results"):
        list(batches.results("x", Status("ended", handles=("x",))))


@each_odd
def test_inline_rows_of_odd_shape_are_unreadable(odd, value):
    output = {"inlinedResponses": {"inlinedResponses": [value, {"metadata": value}]}}
    batches = odd("gemini", {"": {**OPERATION, "metadata": {"output": output}}})

    found = list(batches.results("x", Status("ended", handles=("x",))))

    assert [(each.custom_id, each.state) for each in found] == [("", "unreadable")] * 2

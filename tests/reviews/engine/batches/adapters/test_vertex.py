"""What only Vertex AI's wire has: files in Cloud Storage, labels instead of names, tokens instead of keys."""

import json
import sys
from collections import Counter

import pytest

from reviews.engine.batches.adapters import vertex
from reviews.engine.batches.adapters.base import Row, Status
from reviews.engine.batches.adapters.errors import ProviderError
from tests.reviews.engine.batches.adapters.odd import results, row
from tests.reviews.engine.batches.adapters.wire import MODEL, collected, rows, sent, vertex_http


@pytest.fixture
def place(simulated):
    """place(**options) is a VertexHttp on the simulated provider."""
    made = []

    def make(**options):
        made.append(vertex_http(simulated.url, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_half_empty_and_refused_results(wire):
    batches = wire("vertex_ai", expired_rows=3)
    status, found = collected(batches, sent(batches))
    assert (status.outcome, status.total, status.done) == ("expired", 6, 3)
    assert Counter(each.state for each in found) == {"ok": 3}

    batches = wire("vertex_ai", no_output=True)
    status, found = collected(batches, sent(batches))
    assert found == [] and status.handles == ()

    batches = wire("vertex_ai", invalid_line=3)
    status, found = collected(batches, sent(batches))
    assert (status.outcome, status.error_code, status.reason, found) == ("failed", "3", "Simulated refusal.", [])


@pytest.mark.parametrize("n", [6, 7, 20])
def test_every_shard_is_read_once_and_the_copy_written_on_the_way_is_not(wire, n):
    batches = wire("vertex_ai", shuffle=True)

    found = collected(batches, sent(batches, n))[1]

    assert sorted(each.custom_id for each in found) == sorted(f"b1_{number}" for number in range(n))


def test_stopped_jobs_leave_what_they_had_written(odd):
    names = ["d/incremental_predictions.jsonl", "d/row_count.json", "d/predictions.jsonl.meta", "e/predictions.jsonl"]
    line = json.dumps(row("vertex_ai", status="", response={"a": 1})).encode()
    batches = odd(
        "vertex_ai", {"incremental": line, "alt=media": b"{}", "": {"items": [{"name": name} for name in names]}}
    )

    found = list(batches.results("x", Status("ended", handles=("gs://b/d/",))))

    assert [(each.custom_id, each.body) for each in found] == [("b1_0", {"a": 1})]


def test_labels_are_kept_or_refused_by_row(wire):
    batches = wire("vertex_ai")
    request = rows("vertex_ai", 1)[0]
    labelled = Row(request.custom_id, {**request.body, "labels": {"team": "blue"}})
    ref = batches.submit([labelled], model=f"publishers/google/models/{MODEL}", batch_id="b1")
    assert [each.custom_id for each in collected(batches, ref)[1]] == ["b1_0"]

    batches = wire("vertex_ai")
    with pytest.raises(ProviderError) as refused:
        sent(batches, 1, batch_id="B1")
    assert refused.value.failure.error_class == "bad_request"
    ref = batches.submit(rows("vertex_ai", 1, "B1"), model=MODEL, batch_id="b1")
    assert [(each.custom_id, each.status_code) for each in collected(batches, ref)[1]] == [("B1_0", 400)]


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        ('Bad Request: {"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT"}}', 400, "No."),
        ('{"error": {"code": 429, "message": "Later."}}', 429, "Later."),
        ("Internal error {", 500, "Internal error {"),
        ("DEADLINE", 500, "DEADLINE"),
        ({"code": 8, "message": "Full."}, 429, "Full."),
    ],
)
def test_status_of_a_row_tells_its_error(odd, status, code, message):
    (found,) = results(odd, "vertex_ai", row("vertex_ai", status=status, response={}))

    assert (found.state, found.status_code, found.message) == ("error", code, message)


def test_rows_that_do_not_repeat_their_request_are_unreadable(odd):
    lines = [{"response": {"a": 1}}, {"request": "text", "response": {"a": 1}}, {"request": {"labels": ["x"]}}]

    assert [(each.custom_id, each.state) for each in results(odd, "vertex_ai", *lines)] == [("", "unreadable")] * 3


def test_token_is_asked_for_at_every_request(place):
    tokens = iter(["first", "second"])
    http = place(token=lambda: next(tokens))

    for client in (http, http.storage):
        with pytest.raises(ProviderError):
            client.get("nothing/here")

    assert next(tokens, None) is None


def test_each_place_has_its_own_address():
    made = [vertex.VertexHttp(project="p", location=location, bucket="b") for location in ("europe-west4", "global")]

    assert [http.base for http in made] == [
        "https://europe-west4-aiplatform.googleapis.com/v1",
        "https://aiplatform.googleapis.com/v1",
    ]
    assert {http.storage.base for http in made} == {"https://storage.googleapis.com"}
    for http in made:
        http.close()


def test_missing_package_is_told_before_anything_is_sent(place, monkeypatch):
    monkeypatch.setitem(sys.modules, "google.auth", None)
    batches = vertex.VertexBatches(place())

    with pytest.raises(ProviderError, match=r"Install evalhub\[vertex\]") as refused:
        sent(batches, 1)

    assert (refused.value.failure.status, refused.value.failure.error_class) == ("blocked", "not_configured")

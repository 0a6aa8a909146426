"""The quality ledger as a page: its mean, files in and out, and the removal of what is old."""

import json

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from reviews.models import QualityObservation
from tests.lists.walks import shown
from tests.reviews.gradings_world import days_ago, make_observation

URL, EXPORT, IMPORT, PRUNE = (reverse(f"reviews:observations{part}") for part in ("", "_export", "_import", "_prune"))


def read(client, query=""):
    return client.get(f"{URL}?{query}").content.decode()


def lines_of(response):
    return [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]


def bring(client, *lines):
    return client.post(IMPORT, {"file": SimpleUploadedFile("ledger.jsonl", "\n".join(lines).encode())})


def line(**fields):
    return json.dumps(
        {
            "task_type": "support",
            "adapter_id": "m",
            "model_id": "m",
            "cost_usd": 0.1,
            "latency_ms": 5,
            "tokens_in": 1,
            "tokens_out": 2,
            "quality_score": 0.5,
        }
        | fields
    )


def test_row_tells_everything_and_unknown_is_no_zero_and_real_and_simulated_scores_have_no_mean_together(
    bob, client_of
):
    make_observation(bob, cost_usd=None, tokens_in=None, notes="Too short.", simulated=True, latency_ms=1400)
    page = read(client_of(bob))
    for words in ("0.80", "unknown", "Too short.", "Simulated", "1.4 s", "Exact match", "No interval below 10"):
        assert words in page
    assert "$0" not in page

    make_observation(bob)
    make_observation(bob, simulated=True, quality_score=0.1)
    client = client_of(bob)
    assert "real and simulated scores are mixed" in read(client)
    assert "Not defined: no observations." in read(client, "task_type=none")
    assert shown("observations", bob, {"simulated": "false"}).summary["total"].quality.value == 0.8


def test_staleness_is_told(bob, client_of):
    make_observation(bob, recorded_at=days_ago(45))
    client = client_of(bob)
    assert "stale: no new observation for more than 30 days" in read(client)

    make_observation(bob)

    assert "stale" not in read(client)


def test_export_comes_back_by_import(bob, mallory, client_of):
    make_observation(bob, quality_score=0.25, cost_usd=None)
    exported = b"".join(client_of(bob).get(EXPORT).streaming_content).decode()

    assert bring(client_of(mallory), exported).status_code == 302

    row = QualityObservation.objects.get(organization=mallory.organization)
    assert (row.quality_score, row.cost_usd) == (0.25, None)


def test_wrong_line_is_named_and_nothing_is_taken_in(bob, client_of):
    answer = bring(client_of(bob), line(), line(quality_score=2))

    assert answer.status_code == 422 and "Line 2:" in answer.content.decode()
    assert QualityObservation.objects.count() == 0


def test_removal_asks_first(bob, client_of):
    make_observation(bob, recorded_at=days_ago(400))
    make_observation(bob)
    client = client_of(bob)
    day = days_ago(100).date().isoformat()

    asked = client.post(PRUNE, {"before": day}).content.decode()
    assert "Delete 1 observation<" in asked and QualityObservation.objects.count() == 2

    client.post(PRUNE, {"before": day, "confirmed": "yes"})
    assert QualityObservation.objects.count() == 1
    assert client.post(PRUNE, {"before": "soon", "confirmed": "yes"}).status_code == 422


def test_other_organizations_see_and_remove_nothing(bob, mallory, client_of):
    make_observation(bob, adapter_id="secret-model")
    client = client_of(mallory)

    assert "secret-model" not in read(client) and lines_of(client.get(EXPORT)) == []
    client.post(PRUNE, {"before": "2999-01-01", "confirmed": "yes"})
    assert QualityObservation.objects.count() == 1

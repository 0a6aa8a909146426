"""Runs on Vertex AI: asked in a batch and one by one, with the simulated provider in Google's place."""

import pytest

from annotations.models import Annotation
from reviews.engine.batches.actions import connections
from reviews.engine.batches.actions.connections import adapter_of, connected
from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.client import endpoints
from reviews.models import LLMAttempt
from tests.reviews.batch_world import batched_run, formed, item_statuses, serving, states, to_the_end
from tests.reviews.machine import make_run, work_until_quiet

REAL = "vertex_ai/gemini-2.5-flash"


@pytest.fixture(autouse=True)
def provider(monkeypatch):
    for name in (*endpoints.VERTEX_VARIABLES, endpoints.BUCKET_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    with serving(monkeypatch) as started:
        yield started


@pytest.fixture
def googles_cloud(monkeypatch):
    for name in (*endpoints.VERTEX_VARIABLES, endpoints.BUCKET_VARIABLE):
        monkeypatch.setenv(name, "acme")
    monkeypatch.setattr(endpoints, "_has_google_auth", lambda: True)
    return monkeypatch


def test_run_is_asked_in_a_batch_from_its_requests_to_its_answers(bob):
    run = batched_run(bob, wire="vertex_ai")

    formed(run)
    (batch,) = to_the_end(run)

    assert (batch.provider, batch.model, batch.status) == ("vertex_ai", "vertex_ai/simulated-careful", "reconciled")
    assert batch.outcome == "completed" and item_statuses(batch) == ["ok"] * 6
    assert states(run) == ["done"] * 6 and Annotation.objects.count() == 6
    assert set(LLMAttempt.objects.values_list("simulated", "cost_usd")) == {(True, None)}


def test_run_is_asked_one_by_one_too(bob):
    run = make_run(bob, rows=2, model="vertex_ai/simulated-careful")

    work_until_quiet(run)

    assert states(run) == ["done"] * 2 and set(LLMAttempt.objects.values_list("simulated", flat=True)) == {True}


def test_which_models_of_google_have_batches(googles_cloud):
    with connected(REAL) as adapter:
        http = adapter.http
    assert (http.base, http.storage.base) == (
        "https://acme-aiplatform.googleapis.com/v1",
        "https://storage.googleapis.com",
    )
    assert (http.parent, http.bucket) == ("projects/acme/locations/acme", "acme")

    googles_cloud.delenv(endpoints.BUCKET_VARIABLE)
    with pytest.raises(ProviderError, match="EVALHUB_VERTEX_BUCKET") as refused:
        connections.check(REAL)
    assert refused.value.failure.error_class == "not_configured"

    assert adapter_of("vertex_ai/claude-sonnet-4-5") is None
    assert adapter_of(REAL).provider == "vertex_ai"

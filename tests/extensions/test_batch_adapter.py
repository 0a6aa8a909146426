"""A batch adapter is one file: docs/adding-a-batch-adapter.md, walked from the estimate of a run to its answers."""

import pytest

from annotations.models import Annotation
from reviews.engine.batches.actions.connections import adapter_of
from reviews.models import LLMAttempt
from tests.extensions.documents import followed
from tests.reviews.batch_world import batched_run, formed, item_statuses, serving, to_the_end

MODEL = "groq/llama-3.3-70b"


@pytest.fixture(autouse=True)
def groq(tmp_path, monkeypatch):
    with followed("adding-a-batch-adapter.md", "groq", tmp_path) as files, serving(monkeypatch) as provider:
        monkeypatch.setenv("GROQ_API_KEY", "for the test")
        monkeypatch.setenv("GROQ_API_BASE", f"{provider.url}/v1")
        yield files


def test_it_takes_one_file_beside_the_wire_of_direct_calls(groq):
    assert sorted(groq) == ["reviews/engine/batches/adapters/groq.py", "reviews/engine/client/wires/groq.py"]
    assert adapter_of(MODEL).__name__ == "GroqBatches"


def test_run_is_asked_in_its_batches(bob, client_of, api_of):
    run = batched_run(bob, model=MODEL)

    formed(run)
    (batch,) = to_the_end(run)
    page = client_of(bob).get(f"/runs/{run.pk}/").content.decode()

    assert (batch.provider, batch.status, batch.outcome) == ("groq", "reconciled", "completed")
    assert item_statuses(batch) == ["ok"] * 6 and Annotation.objects.count() == 6
    assert LLMAttempt.objects.count() == 6
    assert "groq" in page

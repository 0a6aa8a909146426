"""A whole review: prompt, litellm, HTTP, the simulated provider, reading."""

import pytest

from reviews.engine.client.completion import complete
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.review import ReviewEngine
from tests.demo.provider.provider import running
from tests.reviews.jobs.methods.cases import make_payload


@pytest.fixture
def provider(monkeypatch):
    with running() as running_provider:
        monkeypatch.setenv("EVALHUB_SIMULATED_URL", running_provider.url)
        yield running_provider


@pytest.fixture
def engine():
    reviewer = MethodReviewerRegistry.create("experiment")
    return ReviewEngine(reviewer.prompt(), reviewer.knowledge(), is_shipped=True)


@pytest.mark.parametrize("model", ["simulated-careful", "anthropic/simulated-careful", "gemini/simulated-careful"])
def test_a_job_is_reviewed_over_every_wire(provider, engine, model):
    payload = make_payload(model_type="experiment")

    outcome = complete(engine.prepare(payload, model=model, parameters={"temperature": 0.0}))
    reading = engine.read(outcome, payload)

    assert reading.is_complete, reading.reason
    assert [dimension.name for dimension in reading.dimensions] == list(engine.prompt.dimensions)
    assert any(quote in payload.artifact_text for dimension in reading.dimensions for quote in dimension.quotes)


def test_refusal_of_the_provider_is_a_reason(provider, engine):
    payload = make_payload(model_type="experiment")
    provider.fail({"refuse": True, "times": 1})

    reading = engine.read(complete(engine.prepare(payload, model="simulated-careful")), payload)

    assert not reading.is_complete and reading.error_class and reading.reason

"""A provider's embedding model by its name: every batch of texts is a request of the ledger."""

import pytest

from reviews.engine.client.exchange import Usage
from reviews.grading import EmbeddingSimilarityJudge, LLMResponse, RunConfig
from reviews.models import LLMAttempt, LLMRequest
from reviews.quality.actions.embedding_adapter import LedgerEmbedder
from reviews.quality.adapters import LLMAPIError, LLMConfigurationError
from tests.reviews.machine import failing, outcome_of

pytestmark = pytest.mark.django_db
MODEL = "openai/text-embedding-3-small"


def vectors(*found):
    raw = {"data": [{"index": index, "embedding": each} for index, each in enumerate(found)]}
    usage = Usage(prompt_tokens=7, completion_tokens=0)
    return lambda call: outcome_of({}, text="", raw=raw, usage=usage)


def test_batch_is_one_request_with_its_try(bob, model):
    asked = []
    say = vectors([1.0, 0.0], [0.6, 0.8])
    model(lambda call: asked.append(call) or say(call))
    judge = EmbeddingSimilarityJudge(LedgerEmbedder(MODEL, organization=bob.organization, by=bob.user))

    result = judge.judge(LLMResponse("First."), LLMResponse("Second."), prompt="?", run_config=RunConfig())

    assert (result.quality_score, result.grader_id) == (pytest.approx(0.6), f"embedding_similarity:{MODEL}")
    assert asked[0].embeds and [message["content"] for message in asked[0].messages] == ["First.", "Second."]
    attempt = LLMAttempt.objects.get(request__run__organization=bob.organization)
    assert (attempt.status, attempt.prompt_tokens, attempt.parser_version) == ("ok", 7, "vectors-1")
    assert attempt.cost_usd is not None and attempt.message.assistant == ""


def test_too_few_vectors_are_no_answer(bob, model, monkeypatch):
    monkeypatch.setattr("reviews.engine.client.backoff.next_delay", lambda *_args, **_kw: None)
    model(vectors([1.0, 0.0]))

    with pytest.raises(LLMAPIError, match="1 vectors. Valid: one for each of 2"):
        LedgerEmbedder(MODEL, organization=bob.organization).embed(["a", "b"])
    assert LLMRequest.objects.get().error_class == "no_vectors"


def test_failure_and_missing_key_are_told(bob, model, monkeypatch):
    model(failing("fatal", "bad_request", "It is too long."))
    embedder = LedgerEmbedder(MODEL, organization=bob.organization)

    with pytest.raises(LLMAPIError, match="too long"):
        embedder.embed(["a", "b"])

    for name in ("OPENAI_API_KEY", "OPENAI_API_BASE", "EVALHUB_SIMULATED_URL"):
        monkeypatch.delenv(name, raising=False)
    model(failing("blocked", "not_configured", "No key."))
    with pytest.raises(LLMConfigurationError, match="has no key"):
        embedder.embed(["a", "b"])

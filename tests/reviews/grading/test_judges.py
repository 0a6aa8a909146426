"""Judges of pairs as grading by hand takes them: what they ask of their adapter or embedder, and their results."""

from dataclasses import dataclass, field

import pytest

from reviews.grading import EmbeddingSimilarityJudge, ExactMatchJudge, LLMJudge, RunConfig
from reviews.quality.adapters import LLMTimeoutError
from reviews.scorers.prompts.prompt import load_prompt
from tests.reviews.grading.world import Scripted, response

GOOD = '{"notes": "One detail is missing.", "quality_score": 0.75}'


@dataclass
class Vectors:
    """An embedder that gives these vectors and keeps its batches."""

    given: list
    name: str = "made-up"
    batches: list = field(default_factory=list)

    def embed(self, texts):
        self.batches.append(texts)
        return self.given


def graded(judge, config=None):
    return judge.judge(response("REF"), response("CAND"), prompt="TASK", run_config=config or RunConfig())


def asked(adapter, config=None, **more):
    return graded(LLMJudge(adapter, model="openai/judge", **more), config)


def test_exact_match_keeps_both_responses():
    result = graded(ExactMatchJudge())

    assert (result.quality_score, result.notes, result.grader_id) == (0.0, "The contents differ.", "exact_match")
    assert (result.baseline_response.content, result.candidate_response.content) == ("REF", "CAND")


def test_embedder_gets_one_batch_baseline_first():
    embedder = Vectors([[1, 0], [1, 1]])

    result = graded(EmbeddingSimilarityJudge(embedder))

    assert embedder.batches == [["REF", "CAND"]]
    assert result.quality_score == pytest.approx(0.5**0.5)
    assert result.grader_id == "embedding_similarity:made-up"


def test_vectors_that_cannot_be_compared_are_an_error():
    for vectors in [[], [[1, 0]] * 3, [[0, 0], [1, 0]]]:
        with pytest.raises(ValueError, match="Valid: two|Valid: finite"):
            graded(EmbeddingSimilarityJudge(Vectors(vectors)))


def test_empty_grader_id_is_an_error():
    with pytest.raises(ValueError, match="grader_id"):
        graded(EmbeddingSimilarityJudge(Vectors([[1], [1]]), grader_id=""))


def test_model_is_asked_cold_without_the_callers_budget():
    adapter, tracker = Scripted(GOOD), object()
    config = RunConfig(temperature=0.9, max_tokens=50, timeout_seconds=7, budget_tracker=tracker)

    result = asked(adapter, config)

    ((prompt, used),) = adapter.asked
    assert prompt.startswith(load_prompt("llm_judge.v1").system) and result.quality_score == 0.75
    assert (used.temperature, used.budget_tracker) == (0.0, None)
    assert (used.max_tokens, used.timeout_seconds) == (50, 7)
    assert config.temperature == 0.9 and config.budget_tracker is tracker


def test_seed_is_added_when_configured_and_the_callers_parameters_stay():
    adapter, config = Scripted(GOOD), RunConfig(model_params={"top_p": 0.5, "seed": 1})

    asked(adapter, config, seed=7)
    asked(adapter, config)

    assert [used.model_params for _, used in adapter.asked] == [{"top_p": 0.5, "seed": 7}, {"top_p": 0.5, "seed": 1}]
    assert config.model_params == {"top_p": 0.5, "seed": 1}


def test_callers_answer_schema_is_not_the_judges():
    adapter = Scripted(GOOD)

    asked(adapter, RunConfig(model_params={"json_schema": {"type": "array"}}))

    assert adapter.asked[0][1].model_params == {}


def test_order_is_the_judges():
    plain, swapped = Scripted(GOOD), Scripted(GOOD)

    asked(plain)
    asked(swapped, is_candidate_first=True)

    (first, _), (second, _) = plain.asked[0], swapped.asked[0]
    assert first.index("\nREF\n") < first.index("\nCAND\n") and second.index("\nCAND\n") < second.index("\nREF\n")


def test_unreadable_answer_and_failure_are_raised():
    with pytest.raises(ValueError, match="judge's answer cannot be read") as refused:
        asked(Scripted("0.75"))
    with pytest.raises(LLMTimeoutError):
        asked(Scripted(LLMTimeoutError("late")))

    assert refused.value.details == {"answer": "0.75"}


def test_name_tells_the_rubric_and_the_model():
    assert asked(Scripted(GOOD)).grader_id == "llm_judge:v1:openai/judge"
    assert asked(Scripted(GOOD), grader_id="mine").grader_id == "mine"

"""The judge that measures how near two answers are as vectors."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from reviews.grading import EmbeddingSimilarityJudge, RunConfig
from reviews.quality.judges import pair_judges
from reviews.quality.judges.embedding_similarity import clamped_cosine
from reviews.scorers.registry import EMBEDDER
from tests.reviews.grading.world import response

VECTORS = arrays(float, 4, elements=st.floats(-1e150, 1e150)).filter(np.any)


@dataclass
class Vectors:
    """An embedder that gives these vectors and keeps its batches."""

    given: list
    name: str = "made-up"
    batches: list = field(default_factory=list)

    def embed(self, texts):
        self.batches.append(texts)
        return self.given


def judged(*vectors):
    judge = EmbeddingSimilarityJudge(Vectors(list(vectors)))
    return judge.judge(response("a"), response("b"), prompt="?", run_config=RunConfig())


def test_one_batch_of_two_texts_baseline_first():
    embedder = Vectors([[1, 0], [1, 0]])

    EmbeddingSimilarityJudge(embedder).judge(response("base"), response("cand"), prompt="?", run_config=RunConfig())

    assert embedder.batches == [["base", "cand"]]


def test_score_is_the_cosine_clamped():
    for first, second, score in [
        ([1, 0], [2, 0], 1.0),
        ([1, 0], [0, 1], 0.0),
        ([1, 0], [-1, 0], 0.0),
        ([1, 0], [1, 1], 0.5**0.5),
        ([1e200, 0], [1e200, 1e200], 0.5**0.5),
        ([1e-200, 0], [1e-200, 0], 1.0),
    ]:
        result = judged(first, second)

        assert result.quality_score == pytest.approx(score), (first, second, score)
        assert result.grader_id == "embedding_similarity:made-up", (first, second, score)


@settings(deadline=None)
@given(VECTORS, VECTORS)
def test_score_is_in_range_and_symmetric(first, second):
    score = clamped_cosine(first, second)

    assert 0 <= score <= 1
    assert score == pytest.approx(clamped_cosine(second, first))
    assert clamped_cosine(first, first) == pytest.approx(1)


def test_other_than_two_vectors_is_an_error():
    for vectors in [[], [[1, 0]], [[1, 0]] * 3]:
        with pytest.raises(ValueError, match=f"gave {len(vectors)} vectors for two texts"):
            judged(*vectors)


def test_vectors_without_an_angle_are_an_error():
    for first, second in [
        ([0, 0], [1, 0]),
        ([1, float("nan")], [1, 0]),
        ([float("inf"), 0], [1, 0]),
        ([1, 0], [1, 0, 0]),
        ([], []),
        ([[1]], [[1]]),
    ]:
        with pytest.raises(ValueError, match="Valid:"):
            judged(first, second)


def test_empty_grader_id_is_an_error():
    judge = EmbeddingSimilarityJudge(Vectors([[1], [1]]), grader_id="")

    with pytest.raises(ValueError, match="grader_id"):
        judge.judge(response(), response(), prompt="?", run_config=RunConfig())


def test_is_listed_and_needs_an_embedder():
    embedder = Vectors([])

    assert EMBEDDER in pair_judges["embedding_similarity"].needs
    assert pair_judges["embedding_similarity"].made(embedder).embedder is embedder

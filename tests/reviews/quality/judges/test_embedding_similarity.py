"""The judge that measures how near two answers are as vectors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import OK, Outcome
from reviews.quality.judges import AnswerPair, grader_of, pair_judges
from reviews.quality.judges.embedding_similarity import clamped_cosine
from reviews.scorers.registry import EMBEDDER, tool_needed
from reviews.scorers.registry.scorer import Asking

VECTORS = arrays(float, 4, elements=st.floats(-1e150, 1e150)).filter(np.any)
JUDGE = pair_judges["embedding_similarity"].made(Asking("made-up"))
PAIR = AnswerPair("base", "cand")


def judged(*vectors):
    rows = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    return JUDGE.read(Outcome(OK, raw={"data": rows}), PAIR, "?")


def test_one_call_of_two_texts_baseline_first_and_score_is_the_cosine_clamped():
    call = JUDGE.prepare(PAIR, "?")
    assert call.embeds and call.model == "made-up"
    assert [message["content"] for message in call.messages] == ["base", "cand"]

    for first, second, score in [
        ([1, 0], [2, 0], 1.0),
        ([1, 0], [0, 1], 0.0),
        ([1, 0], [-1, 0], 0.0),
        ([1, 0], [1, 1], 0.5**0.5),
        ([1e200, 0], [1e200, 1e200], 0.5**0.5),
        ([1e-200, 0], [1e-200, 0], 1.0),
    ]:
        assert judged(first, second).values["value"] == pytest.approx(score), (first, second, score)


@settings(deadline=None)
@given(VECTORS, VECTORS)
def test_score_is_in_range_and_symmetric(first, second):
    score = clamped_cosine(first, second)

    assert 0 <= score <= 1
    assert score == pytest.approx(clamped_cosine(second, first))
    assert clamped_cosine(first, first) == pytest.approx(1)


def test_other_than_two_vectors_cannot_be_read_and_vectors_without_an_angle_cannot_be_read():
    for vectors in [[], [[1, 0]], [[1, 0]] * 3]:
        finding = judged(*vectors)
        assert (finding.status, finding.error_class) == ("unreadable", "no_vectors")
        assert f"holds {len(vectors)} vectors" in str(finding.message)

    for first, second in [
        ([0, 0], [1, 0]),
        ([1, float("nan")], [1, 0]),
        ([float("inf"), 0], [1, 0]),
        ([1, 0], [1, 0, 0]),
        ([], []),
        ([[1]], [[1]]),
    ]:
        finding = judged(first, second)
        assert finding.error_class == "no_vectors" and "Valid:" in str(finding.message)


def test_failed_call_is_no_score_and_is_listed_and_needs_an_embedder():
    finding = JUDGE.read(Outcome("fatal", error_class="bad_request", error_message="Too long."), PAIR, "?")
    assert (finding.status, finding.error_class, finding.message) == ("fatal", "bad_request", TEXT("Too long."))

    assert tool_needed(pair_judges["embedding_similarity"]) == EMBEDDER
    assert grader_of(JUDGE) == "embedding_similarity:made-up"

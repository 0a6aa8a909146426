"""What a grading may say, and what it keeps."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviews.grading import BaselineGrader, ExactMatchJudge, GradingResult, Judge, PairedGrader
from reviews.quality.errors import InvalidGrading
from tests.reviews.grading.world import response


def graded(**overrides):
    fields = {
        "quality_score": 0.5,
        "notes": "",
        "grader_id": "exact_match",
        "baseline_response": response("a"),
        "candidate_response": response("b"),
    }
    return GradingResult(**fields | overrides)


@settings(deadline=None)
@given(st.floats(min_value=0, max_value=1))
def test_scores_from_0_to_1_are_kept_exactly(score):
    assert graded(quality_score=score).quality_score == score


@settings(deadline=None)
@given(st.floats().filter(lambda score: not 0 <= score <= 1))
def test_every_other_number_is_refused(score):
    with pytest.raises(ValueError, match="quality_score is"):
        graded(quality_score=score)


def test_what_is_no_score_is_refused_and_never_clamped_and_grader_has_a_name_and_error_is_one_of_ours_too():
    for score in ["0.5", None, True, [0.5], 2, -1]:
        with pytest.raises(ValueError, match="Valid: a number from 0.0 to 1.0"):
            graded(quality_score=score)

    for grader_id in ["", "  \n", None, 7]:
        with pytest.raises(ValueError, match="grader_id is"):
            graded(grader_id=grader_id)

    with pytest.raises(InvalidGrading) as refused:
        graded(quality_score=3)
    assert refused.value.code == "invalid_grading"


def test_both_responses_are_kept_and_whole_numbers_become_floats_and_notes_texts_and_result_is_frozen():
    result = graded()
    assert (result.baseline_response.content, result.candidate_response.content) == ("a", "b")

    result = graded(quality_score=1, notes={"why": "same"})
    assert (type(result.quality_score), result.notes) == (float, "{'why': 'same'}")
    assert graded(notes=None).notes == ""

    with pytest.raises(dataclasses.FrozenInstanceError):
        graded().quality_score = 1.0


def test_shipped_classes_are_what_they_say():
    judge = ExactMatchJudge()

    assert isinstance(judge, Judge)
    assert isinstance(PairedGrader(judge), BaselineGrader)

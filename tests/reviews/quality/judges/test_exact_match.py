"""The judge that only accepts the same words."""

from reviews.grading import ExactMatchJudge, RunConfig
from reviews.quality.judges import pair_judges
from reviews.scorers.registry import NOTHING, tool_needed
from tests.reviews.grading.world import response


def judged(baseline, candidate):
    return ExactMatchJudge().judge(response(baseline), response(candidate), prompt="?", run_config=RunConfig())


def test_same_words_are_1():
    for candidate in ["The answer is 4.", "  The answer is 4.\n", "The  answer\tis\n4."]:
        assert judged("The answer is 4.", candidate).quality_score == 1.0, candidate


def test_everything_else_is_0():
    for candidate in ["the answer is 4.", "The answer is 4", "The answer is 5.", "Theanswer is 4."]:
        result = judged("The answer is 4.", candidate)

        assert (result.quality_score, result.grader_id) == (0.0, "exact_match"), candidate
        assert result.candidate_response.content == candidate, candidate


def test_is_listed_and_needs_nothing():
    assert tool_needed(pair_judges["exact_match"]) == NOTHING
    assert isinstance(pair_judges["exact_match"].made(None), ExactMatchJudge)

"""The grader that asks both and has them compared."""

import pytest

from reviews.grading import ExactMatchJudge, PairedGrader, RunConfig
from reviews.quality.adapters import LLMTimeoutError
from tests.reviews.grading.world import Scripted


class Listening(ExactMatchJudge):
    """Remembers what it was given."""

    def judge(self, baseline_response, candidate_response, **more):
        self.heard = (baseline_response.content, candidate_response.content, more)
        return super().judge(baseline_response, candidate_response, **more)


def test_both_adapters_get_the_same_prompt_and_config():
    baseline, candidate, config = Scripted("Four."), Scripted("Five."), RunConfig(temperature=0.3)

    PairedGrader(ExactMatchJudge()).grade(baseline, candidate, "2 + 2?", config)

    assert baseline.asked == candidate.asked == [("2 + 2?", config)]
    assert baseline.asked[0][1] is candidate.asked[0][1] is config


def test_comparison_is_the_judges():
    judge, config = Listening(), RunConfig()

    result = PairedGrader(judge).grade(Scripted("Four."), Scripted("Five."), "2 + 2?", config)

    assert judge.heard == ("Four.", "Five.", {"prompt": "2 + 2?", "run_config": config})
    assert (result.quality_score, result.grader_id) == (0.0, "exact_match")
    assert (result.baseline_response.content, result.candidate_response.content) == ("Four.", "Five.")


def test_failure_of_the_baseline_is_raised_and_the_candidate_not_asked():
    candidate = Scripted()

    with pytest.raises(LLMTimeoutError):
        PairedGrader(ExactMatchJudge()).grade(Scripted(LLMTimeoutError("late")), candidate, "?", RunConfig())

    assert candidate.asked == []

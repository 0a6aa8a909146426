"""The same judge once more, the candidate's answer shown first, to see whether the order changes what it says."""

from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.quality.graders import SWAPPED
from reviews.quality.stages.grading_judge import PairStage


def swapped(grader_id):
    """The grader_id of the scores in the other order: they are measured, and count for nothing."""
    return f"{grader_id}{SWAPPED}"


@registry.register("grading_judge_swapped")
class SwappedGradingJudge(PairStage):
    kind = name = "grading_judge_swapped"
    title = gettext_noop("Judges the pairs in swapped order")
    is_candidate_first = True

    def grader_id(self, grading, stage):
        return swapped(super().grader_id(grading, stage))

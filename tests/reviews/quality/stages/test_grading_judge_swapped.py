"""Scores in the other order are kept under a name of their own, which no router trusts; see test_grading_judge."""

from reviews.engine.stages import registry
from reviews.quality.judges import is_trusted
from reviews.quality.stages.grading_judge_swapped import swapped


def test_name_tells_the_order():
    plain = registry["grading_judge"].grader_id("simulated-careful")

    assert registry["grading_judge_swapped"].grader_id("simulated-careful") == swapped(plain) != plain
    assert not is_trusted(swapped(plain))

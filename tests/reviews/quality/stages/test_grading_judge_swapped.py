"""Scores in the other order are kept under a name of their own, which no router trusts; see test_grading_judge."""

from types import SimpleNamespace

from reviews.engine.stages import registry
from reviews.quality.judges import is_trusted
from reviews.quality.stages.grading_judge_swapped import swapped


def test_name_tells_the_order():
    shown = SimpleNamespace(judge="llm_judge"), SimpleNamespace(model="a/b", prompt_version="llm_judge@2")
    plain = registry["grading_judge"].grader_id(*shown)

    assert plain == "llm_judge:@2:a/b"
    assert registry["grading_judge_swapped"].grader_id(*shown) == swapped(plain) != plain
    assert not is_trusted(swapped(plain))

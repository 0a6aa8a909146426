"""Rubrics: as many stages as asked for, each with its number, label and criteria."""

from reviews.scorers.registry import registry
from tests.reviews.scorers import asking

QUESTION = {"concept": "press freedom", "scale_size": 2}
STAGES = [
    {"stage_number": number, "label": f"Level {number}", "criteria": ["one", "two", "three"]} for number in (1, 2)
]


def test_rubric_is_read_stage_by_stage_in_its_size():
    asked = asking.asked(registry["rubric_gen"], "rubric_gen.v1", {}, QUESTION)
    found = asked.read(reasoning="From weak to strong.", stages=STAGES[::-1])
    assert "press freedom" in asked.system + asked.user
    assert found.values == {"stages": STAGES, "reasoning": "From weak to strong."}

    asked = asking.asked(registry["rubric_gen"], "rubric_gen.v1", {}, QUESTION | {"scale_size": 3})
    assert asked.read(reasoning="Two will do.", stages=STAGES).error_class == "parse_error"

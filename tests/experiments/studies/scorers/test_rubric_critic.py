"""The critic of rubrics: two shares, each from 0 to 1."""

from reviews.scorers.registry import registry
from tests.reviews.scorers import asking

STAGES = [{"stage_number": 1, "label": "Calm", "criteria": ["one", "two", "three"]}]


def test_both_shares_are_read_and_none_is_cut_to_size():
    asked = asking.asked(
        registry["rubric_critic"], "rubric_critic.v1", {"stages": STAGES}, {"concept": "press freedom"}
    )

    assert "1) Calm :: one; two; three" in asked.user
    assert asked.read(reasoning="Clear.", observability=0.5, discriminability=1).values == {
        "observability": 0.5,
        "discriminability": 1.0,
        "reasoning": "Clear.",
    }
    assert asked.read(reasoning="Clear.", observability=7, discriminability=1).error_class == "parse_error"

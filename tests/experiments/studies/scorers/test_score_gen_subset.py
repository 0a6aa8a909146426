"""Evidence on every stage that fits: an answer to the form's question, or an abstention."""

from dataclasses import replace

from experiments.studies.scorers.placement import ShownRubric
from reviews.scorers.judges.reading import AnswerReading
from reviews.scorers.registry import registry
from tests.reviews.scorers import asking

STAGES = [{"token": token, "label": "", "criteria": ["one", "two", "three"]} for token in "AB"]
RUBRIC = ShownRubric("stage", "press freedom", STAGES, {"A": 1, "B": 2}, 2, abstain_enabled=True)


def asked(rubric=RUBRIC):
    return asking.asked(registry["study_score_gen_subset"], "score_gen.v1", {"evidence": ["The court ruled."]}, rubric)


def test_stage_is_the_answer_and_abstention_has_no_value():
    found = asked().read(reasoning="It fits.", verdict=["A", "B"])
    assert found.values == {"stage": AnswerReading(["1", "2"], "It fits.")}

    abstained = ["ABSTAIN"]
    found = asked().read(reasoning="It is open.", verdict=abstained)
    assert found.values == {"stage": AnswerReading(None, "It is open.", abstained=True)}
    assert asked(replace(RUBRIC, abstain_enabled=False)).read(reasoning="Open.", verdict=abstained).values == {}

"""The critic of scores: what it is shown of an answer, and what is read."""

from reviews.scorers.critics.score_critic import AnsweredItem
from reviews.scorers.judges.material import AnswerView
from reviews.scorers.judges.reading import AnswerReading
from reviews.scorers.registry import registry
from tests.reviews.scorers import asking
from tests.reviews.scorers.judges.cases import make_item, make_question, make_task

QUOTES = (("Within 14 days.", True), ("never said", False))
GIVEN = {"verdict": AnswerView("correct", "It says so.", 0.7, quotes=QUOTES)}
OPTIONS = {"options": [{"value": "correct", "label": "Fully correct"}, {"value": "wrong", "label": "Wrong"}]}
OWN = {"verdict": AnswerReading("wrong", "It does not.")}


def asked(answers=GIVEN, own=None, version="score_critic.v1"):
    item = AnsweredItem(("score_critic", 7), make_item(), answers, own)
    return asking.asked_about(registry["score_critic"], version, item, make_task(make_question(config=OPTIONS)))


def test_answers_are_shown_in_words_and_agreement_is_read():
    user = asked().user
    assert "Answer: Fully correct\nConfidence: 0.7\nJustification: It says so." in user
    assert "Quote (found in the material): Within 14 days.\nQuote (not found in the material): never said\n" in user
    assert "Answer: the judge abstained.\n" in asked({"verdict": AnswerView(None, abstained=True)}).user
    assert "Answer: none." in asked({}).user

    said = {"reasoning": "The sum is right.", "expert_agreement": 0.3}
    assert asked().read(**said).values == {"prob": 0.3, "reasoning": "The sum is right.", "own_answers": {}}
    found = asked(own=OWN, version="score_critic.v2").read(**said)
    assert found.values["own_answers"] == {"verdict": "wrong"}
    assert asked().read(**said | {"expert_agreement": 1.2}).error_class == "parse_error"

"""The critic of a score, with what models write around the number."""

from reviews.scorers.parsers import registry
from reviews.scorers.parsers.base import Answer
from reviews.scorers.parsers.numbers import WrittenShare
from reviews.scorers.parsers.score_critic import ExpertAgreement


@registry.register("score_critic.2")
class TolerantExpertAgreement(ExpertAgreement):
    """Also with the number below its keyword, or as a text in a structured answer."""

    parser_version = "score_critic.2"
    is_tolerant = True

    class answer(Answer):
        expert_agreement: WrittenShare

"""The critic of a score, with what models write around the number."""

from reviews.gates import registry
from reviews.gates.base import Answer
from reviews.gates.score_critic import ExpertAgreement
from reviews.judges.written_numbers import WrittenShare


@registry.register("score_critic.2")
class TolerantExpertAgreement(ExpertAgreement):
    """Also with the number below its keyword, or as a text in a structured answer."""

    parser_version = "score_critic.2"
    is_tolerant = True

    class answer(Answer):
        expert_agreement: WrittenShare

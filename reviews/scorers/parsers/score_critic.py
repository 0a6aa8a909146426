"""The critic of a score."""

from pydantic import Field

from reviews.scorers.parsers import lines, registry
from reviews.scorers.parsers.base import Answer, Parser


@registry.register("score_critic.1")
class ExpertAgreement(Parser):
    """The probability that an expert agrees with the verdict."""

    parser_version = "score_critic.1"

    class answer(Answer):
        expert_agreement: float = Field(ge=0, le=1, allow_inf_nan=False)

    def read_text(self, text, context):
        line = lines.last("EXPERT_AGREEMENT", text, may_be_below=self.is_tolerant)
        return {"prob": lines.probability(line.raw, "EXPERT_AGREEMENT")}, line.before

    def read_answer(self, answer, context):
        return {"prob": answer.expert_agreement}

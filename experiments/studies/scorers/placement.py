"""What the scorers share that place evidence on a rubric, as chance shows it."""

from collections.abc import Mapping
from dataclasses import dataclass

from reviews.scorers.judges.reading import AnswerReading
from reviews.scorers.parsers.base import Context
from reviews.scorers.parsers.parsed_scorer import ParsedScorer


@dataclass(frozen=True)
class ShownRubric:
    """A rubric as a model is shown it; `key` is the question of the form that it became.

    `stages` are {"token", "label", "criteria"} in the order shown, `label_mapping` is {token: stage number}.
    """

    key: str
    concept: str
    stages: list
    label_mapping: Mapping[str, int]
    scale_size: int
    abstain_enabled: bool


class Placement(ParsedScorer):
    """`item` is a Case with the texts of the `evidence`, `question` a ShownRubric. What is read is the AnswerReading
    under the question's key. Subclasses say whether they ask for a `subset` of the stages."""

    default_prompt = "score_gen.v1"
    subset = False

    def values(self, item, question):
        return {
            "concept": question.concept,
            "evidence": item.values["evidence"],
            "stages": question.stages,
            "subset": self.subset,
            "abstain_enabled": question.abstain_enabled,
        }

    def context(self, question):
        return Context(
            label_mapping=question.label_mapping,
            scale_size=question.scale_size,
            abstain_enabled=question.abstain_enabled,
        )

    def judgement(self, values, item, question):
        found = [str(stage) for stage in values["decoded"]]
        value = None if values["abstained"] else found if self.subset else found[0]
        return {question.key: AnswerReading(value, values["reasoning"], abstained=values["abstained"])}

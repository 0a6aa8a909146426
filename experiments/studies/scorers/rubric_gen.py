"""Writes a rubric for a concept."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.parsers.base import Context
from reviews.scorers.parsers.parsed_scorer import ParsedScorer
from reviews.scorers.parsers.rubric_gen import Rubric
from reviews.scorers.registry import MODEL, TEXT, registry


@registry.register("rubric_gen")
class RubricWriter(ParsedScorer):
    """`item` is a Case without values, `question` the `concept` and the `scale_size`. What is read is the rubric:
    `stages`, each with its number, label and criteria, and the `reasoning`."""

    title = gettext_noop("Writes the rubrics")
    needs = frozenset({TEXT, MODEL})
    default_prompt = "rubric_gen.v1"
    parser = Rubric()

    def context(self, question):
        return Context(scale_size=question["scale_size"])

    def judgement(self, values, item, question):
        pairs = zip(values["labels"], values["criteria"], strict=True)
        stages = [
            {"stage_number": number, "label": label, "criteria": list(criteria)}
            for number, (label, criteria) in enumerate(pairs, 1)
        ]
        return {"stages": stages, "reasoning": values["reasoning"]}

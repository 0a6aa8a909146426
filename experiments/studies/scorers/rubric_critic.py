"""The critic of rubrics: how well their stages can be observed in evidence, and told from each other."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.parsers.parsed_scorer import ParsedScorer
from reviews.scorers.parsers.rubric_critic_2 import TolerantRubricQuality
from reviews.scorers.registry import MODEL, RUBRIC, registry


@registry.register("rubric_critic")
class RubricCritic(ParsedScorer):
    """`item` is a Case with the `stages` of a rubric, `question` the `concept`. What is read has `observability` and
    `discriminability`, from 0 to 1, and the `reasoning`."""

    title = gettext_noop("Criticizes the rubrics")
    needs = frozenset({RUBRIC, MODEL})
    default_prompt = "rubric_critic.v1"
    parser = TolerantRubricQuality()

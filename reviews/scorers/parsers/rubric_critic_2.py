"""The critic of a rubric, with what models write around the numbers."""

from reviews.scorers.parsers import registry
from reviews.scorers.parsers.base import Answer
from reviews.scorers.parsers.numbers import WrittenShare
from reviews.scorers.parsers.rubric_critic import RubricQuality


@registry.register("rubric_critic.2")
class TolerantRubricQuality(RubricQuality):
    """Also with the numbers below their keyword, or as texts in a structured answer."""

    parser_version = "rubric_critic.2"
    is_tolerant = True

    class answer(Answer):
        observability: WrittenShare
        discriminability: WrittenShare

"""The critic of a rubric, with what models write around the numbers."""

from reviews.gates import registry
from reviews.gates.base import Answer
from reviews.gates.rubric_critic import RubricQuality
from reviews.judges.written_numbers import WrittenShare


@registry.register("rubric_critic.2")
class TolerantRubricQuality(RubricQuality):
    """Also with the numbers below their keyword, or as texts in a structured answer."""

    parser_version = "rubric_critic.2"
    is_tolerant = True

    class answer(Answer):
        observability: WrittenShare
        discriminability: WrittenShare

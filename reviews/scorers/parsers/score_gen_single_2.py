"""The verdict of one stage, with what models write around it."""

from reviews.scorers.parsers import registry
from reviews.scorers.parsers.score_gen_single import SingleVerdict


@registry.register("score_gen_single.2")
class TolerantSingleVerdict(SingleVerdict):
    """Also with a note in parentheses after the label, and with the label below its keyword."""

    parser_version = "score_gen_single.2"
    is_tolerant = True

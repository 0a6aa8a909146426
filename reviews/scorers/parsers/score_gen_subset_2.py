"""The verdict of one stage or more, with what models write around it."""

from reviews.scorers.parsers import registry
from reviews.scorers.parsers.score_gen_subset import SubsetVerdict


@registry.register("score_gen_subset.2")
class TolerantSubsetVerdict(SubsetVerdict):
    """Also with a note in parentheses after the labels, and with the labels below their keyword."""

    parser_version = "score_gen_subset.2"
    is_tolerant = True

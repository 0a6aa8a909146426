"""Judges of pairs: is the candidate's answer as good as the baseline's? One file per judge.

A judge of pairs is a scorer that needs a PAIR: a dataclass with the method `judge`, whose `made(tool)` gets what it
needs besides: nothing, an object with `name` and `embed(texts)`, or a `Model`. Its `grader_id` is the key, then a colon
and whatever else its scores depend on.
"""

from dataclasses import dataclass

from reviews.quality.adapters import LLMAdapter
from reviews.scorers.registry import MODEL, PAIR, registry

registry.add_package(__name__)
pair_judges = registry.where(lambda scorer: PAIR in scorer.needs)

PEOPLE = "people"  # the grader_id of a quality that people's labels say


@dataclass(frozen=True)
class Model:
    """A language model under its name, as a judge that needs one gets it."""

    name: str
    adapter: LLMAdapter


def trusted_keys():
    """The keys of graders whose observations count without a calibration: people, and judges that are no model."""
    return [PEOPLE, *(key for key, judge in pair_judges.items() if MODEL not in judge.needs)]


def is_trusted(grader_id):
    """Whether this grader is known to be no language model. An unknown or missing name is not."""
    return grader_id.partition(":")[0] in trusted_keys()

"""Judges of pairs: is the candidate's answer as good as the baseline's? One file per judge.

A judge is a dataclass under `@registry.register(key)` with a `title`, what it `needs` (NOTHING, EMBEDDER or MODEL), the
method `judge`, and a class method `made(tool)` that gets what it needs: nothing, an object with `name` and
`embed(texts)`, or a `Model`. Its `grader_id` is the key, then a colon and whatever else its scores depend on.
"""

from dataclasses import dataclass

from evalhub.lib.registry import Registry
from reviews.quality.adapters import LLMAdapter

registry = Registry("judge of pairs", package=__name__)

NOTHING, EMBEDDER, MODEL = "nothing", "embedder", "model"
PEOPLE = "people"  # the grader_id of a quality that people's labels say


@dataclass(frozen=True)
class Model:
    """A language model under its name, as a judge that `needs` one gets it."""

    name: str
    adapter: LLMAdapter


def trusted_keys():
    """The keys of graders whose observations count without a calibration: people, and judges that are no model."""
    return [PEOPLE, *(key for key, judge in registry.items() if judge.needs != MODEL)]


def is_trusted(grader_id):
    """Whether this grader is known to be no language model. An unknown or missing name is not."""
    return grader_id.partition(":")[0] in trusted_keys()

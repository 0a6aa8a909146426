"""Rubrics of gradings: a model compares two answers with one, and is tried on pairs that were compared before."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.scorer_prompts import ScorerPrompts


@registry.register("grading")
class GradingPrompts(ScorerPrompts):
    key = "grading"
    place = 30
    title = gettext_noop("Gradings")
    description = gettext_noop("A model compares two answers with this. Scores by another version are another judge's.")

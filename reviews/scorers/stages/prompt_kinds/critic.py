"""Prompts of critics, of answers and of rubrics."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.scorer_prompts import ScorerPrompts


@registry.register("critic")
class CriticPrompts(ScorerPrompts):
    key = "critic"
    place = 20
    title = gettext_noop("Critics")
    description = gettext_noop("Critics say how likely an expert would agree with a model's answer or rubric.")

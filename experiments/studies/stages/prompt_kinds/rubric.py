"""Prompts of rubric studies that write a rubric and place evidence on it."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.scorer_prompts import ScorerPrompts


@registry.register("rubric")
class RubricPrompts(ScorerPrompts):
    key = "rubric"
    title = gettext_noop("Rubrics")
    description = gettext_noop("Rubric studies write rubrics and score evidence with these.")

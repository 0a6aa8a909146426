"""Prompts of rubric studies that rewrite evidence before it is scored."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.scorer_prompts import ScorerPrompts


@registry.register("evidence")
class EvidencePrompts(ScorerPrompts):
    key = "evidence"
    title = gettext_noop("Evidence views")
    description = gettext_noop("Rubric studies rewrite evidence with these before it is scored.")

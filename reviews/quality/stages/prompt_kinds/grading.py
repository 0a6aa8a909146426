"""The rubric of gradings: fixed, since a grader's name stands for it in the quality ledger."""

from django.db.models import Q

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judges.llm_judge import RUBRIC, grader_id_of
from reviews.scorers.stages.prompt_kinds import registry
from reviews.scorers.stages.prompt_kinds.base import Outline, PromptKind, pieces_of


@registry.register("grading")
class GradingPrompts(PromptKind):
    key = "grading"
    title = gettext_noop("Gradings")
    description = gettext_noop("A model compares two answers with this. It changes with the product only.")
    syntax = "text"
    is_editable = False

    def names(self):
        return ["llm_judge"]

    def title_of(self, name):
        return _("Compares an answer with the baseline's")

    def shipped(self, name):
        return {1: RUBRIC} if name in self.names() else {}

    def check(self, name, text, *, is_shipped=False):
        """It comes with the product."""

    def outline(self, name, text, *, is_shipped=False):
        return Outline(templates=(pieces_of("system", text),))

    def stages_with(self, name, version):
        return Q(prompt_version__startswith=grader_id_of(""))

    def found(self, stored):
        return ("llm_judge", None, 1) if stored.startswith(grader_id_of("")) else None

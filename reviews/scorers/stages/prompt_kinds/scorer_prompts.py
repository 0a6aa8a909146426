"""What kinds have in common whose prompts are files of `reviews/scorers/prompts`: one a judge or step of a run."""

from django.db.models import Q

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from reviews.engine.models import LLMRequest, RunStage
from reviews.engine.stages import registry as stages
from reviews.scorers.model_checks import check_parameters
from reviews.scorers.prompts import prompt as prompts
from reviews.scorers.prompts import written
from reviews.scorers.stages.prompt_kinds.base import Fact, Outline, PromptKind, TrialItem, pieces_of

STAGES_TRIED = 20  # whose requests are offered for a trial


class ScorerPrompts(PromptKind):
    """A step's prompt is tried on what its newest requests were about: it is asked for the same again."""

    longest = written.LARGEST_FILE
    errors = (InvalidInput,)

    def names(self):
        return prompts.shipped_names(self.key)

    def title_of(self, name):
        return _(prompts.load_prompt(next(iter(prompts.shipped_versions(name).values()))).title)

    def shipped(self, name):
        if name not in self.names():
            return {}
        return {number: prompts.shipped_text(each) for number, each in prompts.shipped_versions(name).items()}

    def check(self, name, text, *, is_shipped=False):
        self.template(name, text, is_shipped=is_shipped)

    def template(self, name, text, *, is_shipped=False):
        """The PromptTemplate of a text; InvalidInput names what is wrong."""
        if is_shipped:
            found = next(each for each in prompts.shipped_versions(name).values() if prompts.shipped_text(each) == text)
            return prompts.load_prompt(found)
        template = written.parse_written(text, version=written.own_version(name, 1))
        check_parameters(template.parameters)
        return template

    def outline(self, name, text, *, is_shipped=False):
        template = self.template(name, text, is_shipped=is_shipped)
        parameters = ", ".join(f"{key}: {value}" for key, value in template.parameters.items())
        facts = (Fact(_("Title"), _(template.title)), Fact(_("Answer tokens"), f"{template.tokens:,}"))
        facts += (Fact(_("Parameters"), parameters),) if parameters else ()
        return Outline(facts, (pieces_of("system", template.system), pieces_of("user", template.user)))

    def variables(self, name):
        return written.variables(name)

    def found(self, stored):
        own = written.parts_of(stored)
        name = prompts.name_of(stored)
        if name not in self.names():
            return None
        if own is not None:
            return name, own[1], None
        shipped = {version: number for number, version in prompts.shipped_versions(name).items()}
        return (name, None, shipped[stored]) if stored in shipped else None

    def stages_with(self, name, version):
        return Q(prompt_version=stored_version(name, version))

    def trial_items(self, organization, name, *, limit):
        found = self._asked(organization.pk, name).order_by("-pk")[:limit]
        words = _("%(step)s: request %(n)s of %(run)s")
        return [
            TrialItem(row.pk, words % {"step": _(stages[row.stage.kind].title), "n": row.pk, "run": row.run})
            for row in found
        ]

    def prepared(self, organization_id, name, version, targets, *, model):
        found = {}
        for request in self._asked(organization_id, name).filter(pk__in=targets):
            request.stage.model, request.stage.prompt_version = model, trial_version(name, version)
            found |= stages[request.stage.kind].prepare([request])
        return found

    def _asked(self, organization_id, name):
        """The answered requests of the newest stages that asked by any version of a name.

        Stages are few where requests are many: they are looked up first.
        """
        ours = Q(prompt_version__startswith=f"{name}.v") | Q(prompt_version__startswith=f"{name}@")
        newest = RunStage.objects.filter(ours, run__organization=organization_id).order_by("-pk")
        asked = list(newest.values_list("pk", flat=True)[:STAGES_TRIED])
        rows = LLMRequest.objects.current().filter(stage__in=asked, state="done")
        return rows.select_related("stage", "run", "run__task")


def stored_version(name, version):
    """What is stored where a Version of the library was asked by: questions.v2, or questions@3."""
    if version.prompt is None:
        return prompts.shipped_versions(name)[version.shipped]
    return written.own_version(name, version.prompt.version)


def trial_version(name, version):
    """The same; a draft is named with its hash, so that it is this text and no other."""
    if version.is_draft:
        return written.own_version(name, version.prompt.version, version.prompt.content_sha256)
    return stored_version(name, version)

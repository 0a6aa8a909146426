"""A version of a prompt tried on a few real items: a model answers, and nothing is stored but what it said and cost."""

from evalhub.lib.errors import Conflict, EvalHubError, NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.engine.stages.base import Stage
from reviews.scorers.models import Prompt
from reviews.scorers.stages.prompt_kinds import registry as kinds
from reviews.scorers.stages.prompt_kinds.base import Version

KIND = "prompt_trial"


@registry.register(KIND)
class PromptTrial(Stage):
    """A target, and the result, is what the prompt's kind calls it; the answer is the text of its try in the ledger.

    The stage's parameters name the text: kind, name, and the Prompt's `id` with the `sha256` of the text that was to be
    tried, or the number that is `shipped`.
    """

    kind = name = KIND
    title = gettext_noop("Prompt trial")
    has_targets = True
    may_be_batched = False

    def prepare(self, requests):
        stage, organization_id = requests[0].stage, requests[0].run.organization_id
        targets = [request.target for request in requests]
        try:
            version = version_of(stage.parameters, organization_id=organization_id)
            kind = kinds[version.kind]
            found = kind.prepared(organization_id, version.name, version, targets, model=stage.model)
        except EvalHubError as error:
            return {request.pk: error for request in requests}
        gone = NotFound("What the prompt was to be tried on is gone.", code="target_missing")
        return {request.pk: found.get(request.target, gone) for request in requests}

    def store(self, request, finding, outcome):
        return {"result": request.target}


def named(version):
    """The parameters of a stage that tries a Version."""
    place = {"kind": version.kind, "name": version.name}
    if version.prompt is None:
        return place | {"shipped": version.shipped}
    return place | {"id": str(version.prompt.pk), "sha256": version.prompt.content_sha256}


def version_of(parameters, *, organization_id):
    """The Version that a stage's parameters name; Conflict `draft_changed` for a draft with another text by now."""
    kind, name = parameters["kind"], parameters["name"]
    if "id" not in parameters:
        return Version(kind, name, shipped=parameters["shipped"])
    prompt = Prompt.objects.filter(organization=organization_id, pk=parameters["id"]).first()
    if prompt is None or prompt.content_sha256 != parameters["sha256"]:
        raise Conflict("The draft has changed since this trial was started.", code="draft_changed")
    return Version(kind, name, prompt=prompt)

"""The critic of rubrics, and where what it says is stored."""

from evalhub.lib.translation import gettext_noop
from experiments.models import StudySample
from reviews.engine.stages import registry
from reviews.models import Critique
from reviews.scorers.registry import registry as scorers
from reviews.scorers.registry.scorer import Case
from reviews.scorers.stages.scorer_stage import ScorerStage


@registry.register("rubric_critic")
class RubricCriticStage(ScorerStage):
    """A target is the id of the SchemaVersion that a rubric became, so a new rubric is criticized anew; a result the
    id of its Critique."""

    kind = name = "rubric_critic"
    title = gettext_noop("Criticizes the rubrics")
    is_critic = True

    def follow(self, request):
        form = StudySample.objects.filter(pk=request.target).values_list("schema_version", flat=True).first()
        return None if form is None else (form, None)

    def load(self, requests):
        samples = StudySample.objects.filter(schema_version__in=[request.target for request in requests])
        by_form = {sample.schema_version_id: sample for sample in samples.select_related("study__window")}
        return {
            request.pk: (
                Case((self.kind, request.target), {"stages": sample.rubric["stages"]}),
                {"concept": sample.study.window.concept},
            )
            for request in requests
            if (sample := by_form.get(request.target)) is not None
        }

    def given(self, requests):
        found = Critique.objects.filter(request__in=[request.pk for request in requests])
        return {request_id: {"result": pk} for pk, request_id in found.values_list("pk", "request")}

    def store(self, request, finding, outcome):
        said = finding.values
        critique = Critique.objects.create(
            request=request,
            schema_version_id=request.target,
            observability=said["observability"],
            discriminability=said["discriminability"],
            objections=said["reasoning"],
            model=request.stage.model,
            prompt_version=request.stage.prompt_version,
            parser_version=scorers[self.kind].version,
            simulated=outcome.simulated,
        )
        return {"result": critique.pk}

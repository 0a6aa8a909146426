"""A language model compares a routed prompt's answer with its shadow, by the rubric of gradings."""

from datasets.models import ModelOutput
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.quality.judges import AnswerPair, parts_of
from reviews.quality.models import RoutedPrompt
from reviews.quality.stages import shadow_scores
from reviews.quality.stages.grading_judge import rubric_asking
from reviews.scorers.registry import registry as scorers
from reviews.scorers.stages.scorer_stage import ScorerStage


class Comparison(ScorerStage):
    """A target is the id of the baseline's ModelOutput, a result the id of a QualityObservation."""

    default_prompt = ""  # that of the grader

    def follow(self, request):
        return request.result, None

    def scorer(self, requests):
        routed = RoutedPrompt.objects.filter(shadow_run=requests[0].stage.run_id).only("grader_id").first()
        if routed is None:
            raise NotFound("The answer or its shadow is gone.", code="target_missing")
        return scorers[parts_of(routed.grader_id).key].made(self.asking(requests))

    def load(self, requests):
        """A shadow's run has one request of this stage."""
        run = requests[0].stage.run_id
        routed = RoutedPrompt.objects.filter(shadow_run=run).select_related("case", "output").first()
        return {request.pk: _shown(routed, request.target) for request in requests}

    def store(self, request, finding, outcome):
        routed, annotation = shadow_scores.store(
            RoutedPrompt.objects.values_list("pk", flat=True).get(shadow_run=request.run_id),
            quality=finding.values["value"],
            notes=finding.values["reason"],
            simulated=outcome.simulated,
            key=request.pk,
        )
        return {"result": routed.observation_id, "annotation": annotation}


@registry.register("shadow_judge")
class ShadowJudge(Comparison):
    kind = name = "shadow_judge"
    title = gettext_noop("Judges the answer against the shadow answer")

    def asking(self, requests):
        return rubric_asking(requests)


def _shown(routed, target):
    """(AnswerPair, the prompt) of a routed prompt and the ModelOutput `target` of its shadow."""
    baseline = ModelOutput.objects.filter(pk=target).first()
    if baseline is None or routed is None or routed.output is None:
        return NotFound("The answer or its shadow is gone.", code="target_missing")
    return AnswerPair(baseline.text, routed.output.text), routed.text

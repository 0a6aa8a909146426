"""A language model compares a routed prompt's answer with its shadow, by the rubric of gradings."""

from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.models import LLMAttempt
from reviews.engine.stages import registry
from reviews.quality.judges import AnswerPair, parts_of
from reviews.quality.models import RoutedPrompt
from reviews.quality.stages import observation_rows
from reviews.quality.stages.grading_judge import rubric_asking
from reviews.scorers.registry import registry as scorers
from reviews.scorers.stages.scorer_stage import ScorerStage


class Comparison(ScorerStage):
    """A target is the request that the baseline has answered, a result the id of a QualityObservation."""

    default_prompt = ""  # that of the grader

    def follow(self, request):
        return request.pk, None

    def scorer(self, requests):
        routed = RoutedPrompt.objects.filter(shadow_run=requests[0].stage.run_id).only("grader_id").first()
        if routed is None:
            raise NotFound("The answer or its shadow is gone.", code="target_missing")
        return scorers[parts_of(routed.grader_id).key].made(self.asking(requests))

    def load(self, requests):
        """A shadow's run has one request of this stage."""
        run = requests[0].stage.run_id
        routed = RoutedPrompt.objects.filter(shadow_run=run).select_related("prompt").first()
        return {request.pk: _shown(routed, request.target) for request in requests}

    def store(self, request, finding, outcome):
        routed = RoutedPrompt.objects.get(shadow_run=request.run_id)
        baseline = LLMAttempt.objects.get(request=request.target, status="ok")
        observation = observation_rows.observe_shadow(
            routed,
            baseline,
            quality=finding.values["quality"],
            notes=finding.values["notes"],
            simulated=outcome.simulated,
        )
        return {"result": observation.pk}


@registry.register("shadow_judge")
class ShadowJudge(Comparison):
    kind = name = "shadow_judge"
    title = gettext_noop("Judges the answer against the shadow answer")

    def asking(self, requests):
        return rubric_asking(requests)


def _shown(routed, target):
    """(AnswerPair, the prompt) of a routed prompt and the request `target` that the baseline has answered."""
    asked = [target, routed.request_id] if routed else [target]
    accepted = LLMAttempt.objects.filter(status="ok", request__in=asked).select_related("message")
    said = {attempt.request_id: attempt.message.assistant for attempt in accepted}
    if len(said) < 2:
        return NotFound("The answer or its shadow is gone.", code="target_missing")
    return AnswerPair(said[target], said[routed.request_id]), routed.prompt.text

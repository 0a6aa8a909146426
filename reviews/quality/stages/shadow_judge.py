"""A language model compares a routed prompt's answer with its shadow, by the fixed rubric of gradings."""

from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.models import LLMAttempt
from reviews.engine.stages import registry
from reviews.engine.stages.base import Stage
from reviews.quality.judges.llm_judge import judge_prompt
from reviews.quality.models import RoutedPrompt
from reviews.quality.stages import grading_judge, observation_rows


class Comparison(Stage):
    """A target is the request that the baseline has answered, a result the id of a QualityObservation."""

    def follow(self, request):
        return request.pk, None

    def prepare(self, requests):
        """A shadow's run has one request of this stage."""
        stage = requests[0].stage
        routed = RoutedPrompt.objects.filter(shadow_run=stage.run_id).select_related("prompt").first()
        return {request.pk: self._prepared(stage, routed, request.target) for request in requests}

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

    def question(self, stage, prompt, baseline, candidate):
        """The Prepared question about these texts."""
        raise NotImplementedError

    def _prepared(self, stage, routed, target):
        asked = [target, routed.request_id] if routed else [target]
        accepted = LLMAttempt.objects.filter(status="ok", request__in=asked).select_related("message")
        said = {attempt.request_id: attempt.message.assistant for attempt in accepted}
        if len(said) < 2:
            return NotFound("The answer or its shadow is gone.", code="target_missing")
        return self.question(stage, routed.prompt.text, said[target], said[routed.request_id])


@registry.register("shadow_judge")
class ShadowJudge(Comparison):
    kind = name = "shadow_judge"
    title = gettext_noop("Judges the answer against the shadow answer")

    def question(self, stage, prompt, baseline, candidate):
        return grading_judge.prepared(stage, judge_prompt(prompt, baseline, candidate))

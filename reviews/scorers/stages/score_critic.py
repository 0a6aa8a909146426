"""The critic of scores, and where what it says is stored.

It has answered the form by itself in the step before (`critic_answer`). Runs that were made before there was that step
have the first version of the prompt.
"""

from annotations.models import Annotation, AnnotationTask, TaskItem
from annotations.tasks.actions import history
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.engine.stages.previous_answers import answers_before
from reviews.scorers.critics.score_critic import AnsweredItem
from reviews.scorers.models import Critique
from reviews.scorers.registry import registry as scorers
from reviews.scorers.stages import critic_answer
from reviews.scorers.stages.judged_material import judged
from reviews.scorers.stages.scorer_stage import ScorerStage

WITHOUT_OWN = "score_critic.v1"


@registry.register("score_critic")
class ScoreCriticStage(ScorerStage):
    """A target is the id of an annotation by a machine, of whatever task; a result the id of a Critique."""

    kind = name = "score_critic"
    title = gettext_noop("Criticizes the answers")
    is_critic = True

    def follow(self, request):
        if request.stage.kind == critic_answer.KIND:
            return request.result, request.item_id
        return None if request.annotation_id is None else (request.annotation_id, request.item_id)

    def load(self, requests):
        found = judged([request.target for request in requests])
        is_asked = requests[0].stage.prompt_version != WITHOUT_OWN
        own = self._own_answers(requests, found) if is_asked else {}
        return {
            request.pk: (
                AnsweredItem(
                    (self.kind, request.target),
                    found[request.target].item,
                    found[request.target].answers,
                    own.get(request.target),
                ),
                found[request.target].form,
            )
            for request in requests
            if request.target in found
        }

    def _own_answers(self, requests, found):
        """{target: the critic's own answers}; those that it did not give, or that cannot be read, are left out."""
        said, scorer = answers_before(requests, critic_answer.KIND), scorers[critic_answer.KIND].made()
        return {
            target: scorer.read(said[target], one.item, one.form).values if target in said else {}
            for target, one in found.items()
        }

    def given(self, requests):
        found = Critique.objects.filter(request__in=[request.pk for request in requests])
        return {request_id: {"result": pk} for pk, request_id in found.values_list("pk", "request")}

    def store(self, request, finding, outcome):
        """The Critique, and an event of the item: why an answer deserves an audit is then looked at anew."""
        annotation = Annotation.objects.only("task", "item", "annotator").get(pk=request.target)
        critique = Critique.objects.create(
            request=request,
            annotation=annotation,
            expert_agreement=finding.values["prob"],
            objections=finding.values["reasoning"],
            model=request.stage.model,
            prompt_version=request.stage.prompt_version,
            parser_version=scorers[self.kind].version,
            own_answers=finding.values.get("own_answers", {}),
            simulated=outcome.simulated,
        )
        history.note(
            task=AnnotationTask(pk=annotation.task_id),
            item=TaskItem(pk=annotation.item_id),
            verb="criticized",
            details={"annotation": annotation.pk, "critique": critique.pk},
        )
        return {"result": critique.pk}

"""The critic of scores: how likely an expert would agree with a machine's annotation, and what speaks against it."""

from annotations.actions import history
from annotations.models import Annotation, AnnotationTask, TaskItem
from evalhub.lib.words import gettext_noop
from reviews.gates import gate
from reviews.judges.prompting import field_name
from reviews.models import Critique
from reviews.stages import registry
from reviews.stages.gated import GatedStage
from reviews.stages.judged import judged, question_values


@registry.register("score_critic")
class ScoreCritic(GatedStage):
    """A target is the id of an annotation by a machine, of whatever task; a result the id of a Critique."""

    kind = name = gate = "score_critic"
    title = gettext_noop("Criticizes the answers")
    default_prompt = "score_critic.v1"
    is_critic = True

    def follow(self, request):
        return None if request.annotation_id is None else (request.annotation_id, request.item_id)

    def load(self, requests):
        found = judged([request.target for request in requests])
        return {request.pk: found[request.target] for request in requests if request.target in found}

    def values(self, stage, subject):
        return {
            "instructions": subject.annotation.task.instructions.strip() or "None.",
            "questions": [question_values(each, subject.judgements.get(each.pk)) for each in subject.questions],
            "fields": [{"name": field_name(path), "text": text} for path, text in subject.item.texts().items()],
        }

    def given(self, requests):
        found = Critique.objects.filter(request__in=[request.pk for request in requests])
        return {request_id: {"result": pk} for pk, request_id in found.values_list("pk", "request")}

    def store(self, request, finding, outcome):
        """The Critique, and an event of the item: why an answer deserves an audit is then looked at anew."""
        annotation = Annotation.objects.only("task", "item", "annotator").get(pk=request.target)
        critique = Critique.objects.create(
            request=request, annotation=annotation, expert_agreement=finding.values["prob"],
            objections=finding.values["reasoning"], model=request.stage.model,
            prompt_version=request.stage.prompt_version, parser_version=gate(self.gate).parser_version,
            simulated=outcome.simulated,
        )
        history.note(task=AnnotationTask(pk=annotation.task_id), item=TaskItem(pk=annotation.item_id),
                     verb="criticized", details={"annotation": annotation.pk, "critique": critique.pk})
        return {"result": critique.pk}

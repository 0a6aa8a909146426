"""Critics for tests: their stage in a run, their request about an answer, and what they say."""

from reviews.models import Critique, EvaluationRun, LLMRequest, RunStage
from tests import factories

OBJECTIONS = "The second sentence says something else."


def make_stage(annotation, **overrides):
    """The critic's stage in the run that gave the annotation, both made where they are missing."""
    run = EvaluationRun.objects.filter(requests__annotation=annotation).first()
    if run is None:
        found = EvaluationRun.objects.filter(task=annotation.task, annotator=annotation.annotator).first()
        run = found or factories.make_run(annotation.task, annotation.annotator, status="running")
        factories.make_request(run, annotation.item, annotation=annotation, state="done")
    fields = {"model": "simulated-critic", "prompt_version": "score_critic.v1", "status": "open"} | overrides
    made, _ = RunStage.objects.get_or_create(
        run=run, name="score_critic", kind="score_critic", position=1, lane=0, defaults=fields
    )
    return made


def make_request(annotation, stage=None, **overrides):
    """The critic's request about the annotation, waiting unless told otherwise."""
    stage = stage or make_stage(annotation)
    fields = {"run": stage.run, "stage": stage, "target": annotation.pk, "item": annotation.item}
    return LLMRequest.objects.create(**fields | overrides)


def make_critique(annotation, expert_agreement=0.8, request=None, **overrides):
    """What a critic said about the annotation, its request done."""
    request = request or make_request(annotation)
    fields = {
        "request": request,
        "annotation": annotation,
        "expert_agreement": expert_agreement,
        "objections": OBJECTIONS,
        "model": request.stage.model,
        "prompt_version": request.stage.prompt_version,
        "parser_version": "score_critic.2",
        "simulated": True,
    }
    critique = Critique.objects.create(**fields | overrides)
    LLMRequest.objects.filter(pk=request.pk).update(state="done", result=critique.pk)
    return critique

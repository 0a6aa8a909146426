"""The stages of a run over a task: scores, in both orders where the form compares answers, and then their critic."""

from annotations.labels.types import registry as label_types
from annotations.tasks.actions import form
from reviews.engine.models import RunStage
from reviews.engine.stages import registry
from reviews.scorers.stages import prompt_versions

ONE_ORDER, SWAPPED, BOTH = "score_gen", "score_gen_swapped", "score_gen_both"
CRITIC_KINDS = ("critic_answer", "score_critic")


def score_kinds(is_positional):
    """The kinds of the stages that bring the answers, in order."""
    return (SWAPPED, BOTH) if is_positional else (ONE_ORDER,)


def score_stages(*, run, annotator, is_positional):
    """The RunStages that bring an annotator's answers, from the first position on."""
    return [
        RunStage(
            run=run,
            name=registry[kind].name,
            kind=kind,
            position=position,
            model=annotator.model,
            annotator=annotator,
            prompt_version=annotator.prompt_version,
            parameters=annotator.parameters,
        )
        for position, kind in enumerate(score_kinds(is_positional))
    ]


def critic_stages(model, *, run, position, lane=0):
    """The RunStages of a critic from this position on: it answers by itself, then it is shown the judgement."""
    plug_ins = [registry[kind] for kind in CRITIC_KINDS]
    versions = prompt_versions.versions_in_use(
        organization_id=run.organization_id, defaults=[plug_in.default_prompt for plug_in in plug_ins]
    )
    return [
        RunStage(
            run=run,
            name=plug_in.name,
            kind=plug_in.kind,
            position=position + place,
            lane=lane,
            model=model,
            prompt_version=versions[plug_in.default_prompt],
        )
        for place, plug_in in enumerate(plug_ins)
    ]


def is_positional(task):
    """Whether an answer to the task's form depends on which output comes first; one or two statements."""
    return any(label_types[spec.label_type].is_positional for spec in form.load(task.schema_version_id).specs)


def fit(run, stages):
    """The stages of a run over a task as its form asks for them: a draft's form may have changed since they were made.

    Only for a run whose stages have not been opened. Other stages than those of scores keep their order behind them.
    """
    wanted = is_positional(run.task)
    if wanted == any(stage.kind == BOTH for stage in stages):
        return stages
    scores = score_stages(run=run, annotator=run.annotator, is_positional=wanted)
    others = [stage for stage in stages if stage.kind not in (ONE_ORDER, SWAPPED, BOTH)]
    RunStage.objects.filter(run=run).delete()
    for position, stage in enumerate(others, start=len(scores)):
        stage.pk, stage.position = None, position
    return RunStage.objects.bulk_create([*scores, *others])

"""The stages of the critic of a run's answers."""

from reviews.models import RunStage
from reviews.stages import registry


def critic_stages(model, *, run, position, lane=0):
    """The RunStages of a critic from this position on: it answers by itself, then it is shown the judgement."""
    return [
        RunStage(run=run, name=plug_in.name, kind=plug_in.kind, position=position + place, lane=lane, model=model,
                 prompt_version=plug_in.default_prompt)
        for place, plug_in in enumerate((registry["critic_answer"], registry["score_critic"]))
    ]

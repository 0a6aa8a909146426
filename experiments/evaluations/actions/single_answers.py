"""What scorers said about the one output of a single evaluation."""

from dataclasses import dataclass

from annotations.models import Judgement
from experiments.evaluations.models import ScoreSummary
from experiments.evaluations.models.evaluation import SINGLE
from reviews.engine.models import LLMRequest


@dataclass(frozen=True)
class SingleAnswer:
    """Of one question: the scorer's justification, or why there is no score."""

    key: str
    justification: str = ""
    failure: str = ""


def answers_of(*, evaluation):
    """[SingleAnswer] of a single evaluation, none of any other; three statements."""
    if evaluation.type != SINGLE:
        return []
    found = Judgement.objects.filter(annotation__task=evaluation.task_id, annotation__round=1)
    found = found.filter(annotation__withdrawn_at=None, annotation__superseded_at=None).select_related("question")
    answers = [
        SingleAnswer(each.question.key, each.justification, each.failure.english if each.failure else "")
        for each in found.order_by("question__position")
    ]
    known = {answer.key for answer in answers}
    failed = LLMRequest.objects.current().filter(run__task=evaluation.task_id, state="failed")
    messages = dict(failed.values_list("run__annotator", "error_message"))
    summaries = ScoreSummary.objects.filter(evaluation=evaluation, slice="", n_scored=0).select_related("question")
    return answers + [
        SingleAnswer(each.question.key, failure=_worded(messages.get(each.annotator_id), code))
        for each in summaries
        for code in each.failed
        if each.question.key not in known
    ]


def _worded(message, code):
    return message.english if message else code.replace("_", " ")

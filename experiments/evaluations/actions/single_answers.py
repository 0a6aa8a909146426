"""What scorers said about the one output of a single evaluation."""

from collections import Counter
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
    """[SingleAnswer] of a single evaluation, none of any other; four statements.

    The key of a question that several scorers answer has `:` and the name of the scorer.
    """
    if evaluation.type != SINGLE:
        return []
    found = Judgement.objects.filter(annotation__task=evaluation.task_id, annotation__round=1)
    found = found.filter(annotation__withdrawn_at=None, annotation__superseded_at=None)
    found = found.filter(annotation__annotator__in=evaluation.scorers.values("annotator"))
    n_scorers = Counter(evaluation.scorers.values_list("question", flat=True))
    answers = [
        SingleAnswer(
            _key(each.question, each.annotation.annotator, n_scorers),
            each.justification,
            each.failure.english if each.failure else "",
        )
        for each in found.select_related("question", "annotation__annotator").order_by("question__position")
    ]
    known = {answer.key for answer in answers}
    failed = LLMRequest.objects.current().filter(run__task=evaluation.task_id, state="failed")
    messages = dict(failed.values_list("run__annotator", "error_message"))
    summaries = ScoreSummary.objects.filter(evaluation=evaluation, slice="", n_scored=0)
    for each in summaries.select_related("question", "annotator"):
        key = _key(each.question, each.annotator, n_scorers)
        if key not in known:
            answers += [
                SingleAnswer(key, failure=_worded(messages.get(each.annotator_id), code)) for code in each.failed
            ]
    return answers


def _key(question, annotator, n_scorers):
    return f"{question.key}:{annotator.name}" if n_scorers[question.pk] > 1 else question.key


def _worded(message, code):
    return message.english if message else code.replace("_", " ")

"""What a scorer has answered to the questions of a form, as the submission of the stage's annotator."""

import uuid

from annotations.models import Annotation, Annotator
from annotations.queue.actions import submissions


def label_simulated(stage):
    """Mark the stage's annotator: one of its answers is simulated."""
    Annotator.objects.filter(pk=stage.annotator_id, simulated=False).update(simulated=True)


def submission_of(request, answers):
    """The same id for the same request, however often it is worked on: a machine answers an item once."""
    notes = {
        key: submissions.AnswerNote(
            justification=answer.justification,
            confidence=answer.confidence,
            quotes=answer.quotes,
            abstained=answer.abstained,
            number=answer.number,
            details=dict(answer.details),
        )
        for key, answer in answers.items()
    }
    values = {key: answer.value for key, answer in answers.items() if not answer.abstained}
    return submissions.Submission(
        answers=values,
        origin="llm",
        notes=notes,
        partial=len(values) < len(answers),
        submission_id=uuid.uuid5(request.run_id, f"{request.pk}:{request.request_version}"),
        revises=_revised(request),
        round=request.run.round,
    )


def _revised(request):
    """The revision that an answer to a raised request version takes the place of, or None."""
    if request.request_version == 1:
        return None
    current = Annotation.objects.standing().filter(item=request.item_id, annotator=request.stage.annotator_id)
    return current.filter(round=request.run.round).values_list("revision", flat=True).first()

"""Take an answer back into a draft, where nobody has built on it yet."""

from django.db.models.functions import Now

from annotations.queue.actions import decisions, drafts, exposure_sources
from annotations.queue.actions import justifications as beside
from annotations.queue.actions.justifications import AnswerNote
from annotations.queue.models import Annotation
from evalhub.lib.errors import Conflict


def check_may_change(annotation, *, reviewed=True):
    """Conflict once an item was adjudicated or the answer reviewed: what others have built on stays.

    `reviewed`: whether audits of the answer stand in the way; an auditor's own do not.
    """
    if decisions.in_force().filter(item=annotation.item_id).exists():
        raise Conflict("This item was adjudicated; the answer can no longer be changed.", code="already_adjudicated")
    if reviewed and exposure_sources.is_reviewed(annotation):
        raise Conflict("This answer was reviewed; it can no longer be changed.", code="already_reviewed")


def withdraw(*, assignment, annotator):
    """Withdraw the annotator's current answer and keep it as the assignment's draft; the item must be locked."""
    annotation = current_of(assignment.item_id, annotator)
    if annotation is not None:
        check_may_change(annotation)
        Annotation.objects.filter(pk=annotation.pk).update(withdrawn_at=Now())
        drafts.overwrite(assignment=assignment, answers=as_draft(annotation))


def current_of(item_id, annotator):
    return Annotation.objects.current().filter(item_id=item_id, annotator=annotator).order_by("-round").first()


def as_draft(annotation):
    """The answers of an annotation as a draft holds them: values by question key, notes under `_remarks`."""
    answers, notes = {}, {}
    for row in annotation.judgements.select_related("question").prefetch_related("evidence"):
        if not row.abstained:
            answers[row.question.key] = row.value
        quotes = [
            {"field": part.field, "start": part.start, "end": part.end, "quote": part.quote}
            for part in row.evidence.all()
        ]
        notes[row.question.key] = AnswerNote(
            justification=row.justification, confidence=row.confidence, quotes=tuple(quotes)
        )
    kept = {key: row for key, row in beside.dump(notes).items() if row}
    return answers | ({drafts.NOTES: kept} if kept else {})

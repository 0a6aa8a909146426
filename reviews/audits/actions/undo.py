"""Take an auditor's newest decision back, as long as nobody has built on it."""

import datetime
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from annotations.models import Annotation, AnnotationEvent
from annotations.queue.actions import drafts, submissions, withdrawals
from annotations.tasks.actions import history
from evalhub.lib.errors import NotFound
from reviews.audits.actions import leases
from reviews.audits.actions.decisions import Decision, as_draft
from reviews.audits.models import Audit

WINDOW = datetime.timedelta(minutes=10)


@dataclass(frozen=True)
class LastDecision:
    """The machine's Annotation that was decided last, and how many of its questions were accepted or decided else."""

    annotation: Annotation
    accepted: int
    changed: int


def last(*, auditor):
    """The auditor's LastDecision of the last ten minutes, or None; two statements."""
    newest = _recent(auditor).select_related("judgement__annotation__item").order_by("-decided_at").first()
    if newest is None:
        return None
    annotation = newest.judgement.annotation
    verdicts = list(_recent(auditor).filter(judgement__annotation=annotation).values_list("verdict", flat=True))
    accepted = verdicts.count("accept")
    return LastDecision(annotation, accepted, len(verdicts) - accepted)


@transaction.atomic
def undo(*, annotation, auditor):
    """Take back what the auditor decided last about this answer; it comes back as a draft.

    An answer of their own that the decision made is withdrawn, and the one before stands again; what they answered
    blind stays. Raises NotFound when there is nothing to undo, Conflict `already_adjudicated`.
    """
    submissions.lock_item(annotation.task, annotation.item_id, is_audit=True)
    withdrawals.check_may_change(annotation, reviewed=False)
    events = AnnotationEvent.objects.filter(task=annotation.task_id, item=annotation.item_id, actor=auditor)
    event = events.filter(verb="audited", details__annotation=annotation.pk).order_by("-pk").first()
    mine = _recent(auditor).filter(judgement__annotation=annotation)
    mine = mine.filter(judgement__question__key__in=event.details["questions"]) if event else mine.none()
    audits = list(mine.select_related("judgement__question", "own_judgement").select_for_update(of=("self",)))
    if not audits:
        raise NotFound(_("There is nothing to undo from the last ten minutes."), code="nothing_to_undo")
    Audit.objects.filter(pk__in=[audit.pk for audit in audits]).delete()
    _withdraw(event.details.get("own_annotation"))
    # The answer waits again; the sweep only ever ends waiting
    with connection.cursor() as cursor:
        cursor.execute("UPDATE reviews_auditpick SET is_open = true WHERE annotation_id = %s", [annotation.pk])
    leases.take(annotation=annotation, auditor=auditor)
    typed = as_draft({audit.judgement.question.key: _decision(audit) for audit in audits})
    drafts.overwrite(answers=typed, annotator=auditor, annotation=annotation)
    details = {"annotation": annotation.pk, "questions": sorted(typed)}
    history.note(task=annotation.task, item=annotation.item, actor=auditor, verb="audit_undone", details=details)


def _recent(auditor):
    """What was accepted in bulk is not undone here."""
    return Audit.objects.filter(auditor=auditor, invalid_reason="", decided_at__gt=Now() - WINDOW)


def _withdraw(own_id):
    own = Annotation.objects.current().filter(pk=own_id).first()
    if own is None:
        return
    Annotation.objects.filter(pk=own.pk).update(withdrawn_at=Now())
    before = Annotation.objects.filter(item=own.item_id, annotator=own.annotator_id, round=own.round, withdrawn_at=None)
    before.filter(revision=own.revision - 1).update(superseded_at=None)


def _decision(audit):
    return Decision(
        verdict=audit.verdict,
        value=audit.own_judgement.value if audit.verdict == "override" else None,
        reason_code=audit.reason_code,
        note=audit.note,
        without_quote=audit.verdict == "accept",
        ms_to_decide=audit.ms_to_decide,
    )

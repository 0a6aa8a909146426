"""Answers that came when their item was full: a manager counts them, knowingly one too many, or dismisses them."""

import uuid

from django.db import transaction

from annotations.queue.actions import answer_rows, drafts, slots, validation
from annotations.queue.actions import justifications as beside
from annotations.queue.actions.evidence import store_evidence
from annotations.queue.actions.submissions import lock_item
from annotations.queue.actions.withdrawals import current_of
from annotations.queue.models import Annotation, Assignment
from annotations.tasks.actions import history
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict


def waiting(*, task):
    """Assignments whose answer came late and that nobody has decided about, oldest first; the answers are the draft."""
    late = Assignment.objects.filter(task=task, state="late")
    return late.select_related("item", "annotator", "draft").order_by("ended_at", "pk")


@transaction.atomic
def count_in(*, assignment, by):
    """Make a late answer count: its Annotation. Safe to repeat.

    It takes a free place, or adds one to the item. Raises Conflict `not_late` and InvalidInput when the answers do
    not fit their form any more.
    """
    item, row = _locked(assignment)
    if row.state == "submitted":
        return current_of(item.pk, row.annotator)
    _check_late(row)
    came_with = row.draft.answers.get(drafts.LATE, {})
    checked = validation.check(
        item_id=item.pk,
        task=item.task,
        submission=validation.Submission(
            answers=drafts.answers_of(row.draft),
            origin=came_with.get("origin", "ui"),
            notes=beside.read(row.draft.answers.get(drafts.NOTES, {})),
            schema_version_id=came_with.get("schema_version_id"),
        ),
    )
    annotation = _annotation(row, checked.form, came_with)
    if item.open_slots > 0 and not item.closed_reason:
        slots.take(item.pk)
    else:
        slots.note_added(item=item, task=item.task, reason="late answer counted")
    judgements = checked.judgements()
    answer_rows.insert(annotation=annotation, judgements=list(judgements.values()), verb="late_counted", placed=True)
    store_evidence(judgements=judgements, matches=checked.matches)
    Assignment.objects.filter(pk=row.pk).update(state="submitted")
    _record("late.counted", row, item, by)
    return annotation


@transaction.atomic
def dismiss(*, assignment, by):
    """Leave a late answer uncounted; its text stays as the draft of its annotator. Safe to repeat."""
    item, row = _locked(assignment)
    if row.state == "released":
        return row
    _check_late(row)
    Assignment.objects.filter(pk=row.pk).update(state="released")
    row.refresh_from_db()
    history.note(task=item.task, item=item, verb="late_dismissed", details={"annotator": str(row.annotator_id)})
    _record("late.dismissed", row, item, by)
    return row


def _locked(assignment):
    item = lock_item(assignment.task, assignment.item_id, is_audit=True)
    rows = Assignment.objects.select_for_update(of=("self",)).select_related("annotator", "draft")
    return item, rows.get(pk=assignment.pk)


def _check_late(row):
    if row.state != "late":
        raise Conflict(f"This work is {row.state}; no late answer waits.", code="not_late")


def _annotation(row, form, came_with):
    submission_id = uuid.UUID(came_with["submission_id"]) if came_with else uuid.uuid4()
    return Annotation(
        task_id=row.task_id,
        item_id=row.item_id,
        annotator=row.annotator,
        assignment_id=row.pk,
        schema_version_id=form.schema_version_id,
        submission_id=submission_id,
        body_hash=came_with.get("body_hash", ""),
        origin=came_with.get("origin", "ui"),
        exposure=came_with.get("exposure", "blind"),
        time_spent_seconds=came_with.get("time_spent_seconds"),
        flagged=came_with.get("flagged", False),
        flag_reason=came_with.get("flag_reason", ""),
    )


def _record(verb, row, item, by):
    details = {"annotator": str(row.annotator_id)}
    audit.record(organization=item.task.organization, verb=verb, target=item, details=details, by=by)

"""Keep unfinished answers: compare-and-set, so that two tabs never overwrite each other unseen.

A draft maps question keys to values; notes on the answers are under `_remarks`, as `justifications.read` takes them,
and what a late answer came with under `_late`.
"""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F

from annotations.queue.actions import justifications as beside
from annotations.queue.models import Assignment, Draft
from annotations.queue.models.assignment import SLOT_STATES
from evalhub.lib import strict_json
from evalhub.lib.errors import Conflict, InvalidInput, NotFound

MAX_BYTES = 500_000
NOTES = "_remarks"
LATE = "_late"


@dataclass(frozen=True)
class Saved:
    """The draft after a save; `lease_ended` says that it is kept but the place is gone."""

    version: int
    lease_ended: bool


def save(*, task, item_id, annotator, version, answers):
    """Store `answers` over draft `version` (0: none was seen yet). Conflict carries the other version whole.

    A repeat of what is stored already is no conflict: the answer to the first save may have been lost on its way.
    """
    if len(strict_json.dumps(answers)) > MAX_BYTES:
        raise InvalidInput(f"The draft is larger than {MAX_BYTES} bytes.", code="too_large")
    try:
        number = int(item_id)
    except (TypeError, ValueError):
        raise NotFound("There is no such item in this task.") from None
    held = Assignment.objects.filter(task=task, item_id=number, annotator=annotator).order_by("-round").first()
    if held is None:
        raise NotFound("You do not hold this item.")
    if held.state in ("submitted", "skipped", "late"):
        raise Conflict(f"This item is {held.state}; the draft was not stored.", code="already_answered")
    lease_ended = held.state not in SLOT_STATES
    if version == 0 and _create(held, answers):
        return Saved(version=1, lease_ended=lease_ended)
    newer = Draft.objects.filter(assignment=held, version=version)
    if newer.update(version=F("version") + 1, answers=answers):
        return Saved(version=version + 1, lease_ended=lease_ended)
    stored = Draft.objects.filter(assignment=held).first()
    if stored is not None and stored.answers == answers:
        return Saved(version=stored.version, lease_ended=lease_ended)
    raise Conflict(
        "This item was changed in another tab. Compare both versions and keep one.",
        code="draft_conflict",
        details={"version": stored.version if stored else 0, "answers": stored.answers if stored else {}},
    )


def overwrite(*, assignment, answers):
    """Set the draft whatever it held: an undone submission comes back as it was."""
    if not Draft.objects.filter(assignment=assignment).update(answers=answers, version=F("version") + 1):
        Draft.objects.create(assignment=assignment, answers=answers)


def keep_late(*, assignment, annotation, answers, notes):
    """Set the draft to an answer that came too late, with all that it takes to count it one day."""
    came_with = {
        "schema_version_id": annotation.schema_version_id,
        "submission_id": str(annotation.submission_id),
        "body_hash": annotation.body_hash,
        "origin": annotation.origin,
        "exposure": annotation.exposure,
        "time_spent_seconds": annotation.time_spent_seconds,
        "flagged": annotation.flagged,
        "flag_reason": annotation.flag_reason,
    }
    overwrite(assignment=assignment, answers=answers | {NOTES: beside.dump(notes), LATE: came_with})


def answers_of(draft):
    """The values of a draft by question key, without what else it keeps."""
    return {key: value for key, value in draft.answers.items() if key not in (NOTES, LATE)}


def _create(held, answers):
    try:
        with transaction.atomic():
            Draft.objects.create(assignment=held, answers=answers)
    except IntegrityError:
        return False
    return True

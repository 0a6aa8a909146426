"""Keep unfinished answers: compare-and-set, so that two tabs never overwrite each other unseen.

A draft belongs to an assignment, or to an annotator with the annotation that they audit or the item that they
adjudicate: `store`, `find` and `drop` take these by name. It maps question keys to what was typed. In an annotator's
draft these are values, notes on the answers are under `_remarks`, as `justifications.read` takes them, a comment on the
item under `_comment`, and what a late answer came with under `_late`.
"""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from annotations.queue.actions import justifications as beside
from annotations.queue.models import Assignment, Draft
from annotations.queue.models.assignment import SLOT_STATES
from evalhub.lib import strict_json
from evalhub.lib.errors import Conflict, InvalidInput, NotFound

MAX_BYTES = 500_000
NOTES = "_remarks"
COMMENT = "_comment"
LATE = "_late"
UNKNOWN_PAGE = {"saved_by_page": "", "page_save": 0}


@dataclass(frozen=True)
class PageSave:
    """Which browser page saves, and the number of its save: a later one is greater."""

    page: str
    number: int


@dataclass(frozen=True)
class Saved:
    """The draft after a save; `lease_ended` says that it is kept but the place is gone."""

    version: int
    lease_ended: bool


def save(*, task, item_id, annotator, version, answers, page_save=None):
    """Store the answers of the annotator to an item that they hold, or held; Conflict once it is answered."""
    _check_size(answers)
    try:
        number = int(item_id)
    except (TypeError, ValueError):
        raise NotFound("There is no such item in this task.") from None
    held = Assignment.objects.filter(task=task, item_id=number, annotator=annotator).order_by("-round").first()
    if held is None:
        raise NotFound("You do not hold this item.")
    if held.state in ("submitted", "skipped", "late"):
        raise Conflict(f"This item is {held.state}; the draft was not stored.", code="already_answered")
    stored = store(assignment=held, version=version, answers=answers, page_save=page_save)
    return Saved(version=stored, lease_ended=held.state not in SLOT_STATES)


def store(*, version, answers, page_save=None, **owner):
    """Store `answers` over draft `version` (0: none was seen yet) and return the new version.

    A page does not always hear that a save of its own arrived, and two of its saves may arrive in either order. So the
    `page_save` of the page that saved last needs no version: a later one is stored, an earlier one changes nothing. A
    repeat of what is stored already is no conflict either. Conflict carries the other version whole.
    """
    _check_size(answers)
    by = {"saved_by_page": page_save.page, "page_save": page_save.number} if page_save else dict(UNKNOWN_PAGE)
    if version == 0 and _create(owner, {"answers": answers, **by}):
        return 1
    changes = {"version": F("version") + 1, "answers": answers, **by}
    if Draft.objects.filter(version=version, **owner).update(**changes):
        return version + 1
    if page_save:
        earlier = Draft.objects.filter(saved_by_page=page_save.page, page_save__lt=page_save.number, **owner)
        earlier.update(**changes)
    stored = find(**owner)
    if stored is not None and (
        stored.answers == answers
        or (bool(page_save) and stored.saved_by_page == page_save.page and stored.page_save >= page_save.number)
    ):
        return stored.version
    raise Conflict(
        _("This was changed in another window. Compare both versions and keep one."),
        code="draft_conflict",
        details={"version": stored.version if stored else 0, "answers": stored.answers if stored else {}},
    )


def find(**owner):
    """The Draft, or None."""
    return Draft.objects.filter(**owner).first()


def drop(**owner):
    """Delete the draft: what it held has been submitted."""
    Draft.objects.filter(**owner).delete()


def overwrite(*, answers, **owner):
    """Set the draft whatever it held: an undone submission comes back as it was."""
    if not Draft.objects.filter(**owner).update(answers=answers, version=F("version") + 1, **UNKNOWN_PAGE):
        Draft.objects.create(**owner, answers=answers)


def keep_late(*, assignment, annotation, answers, notes):
    """Set the draft to an answer that came too late, with all that it takes to count it one day."""
    facts = ("schema_version_id", "body_hash", "origin", "exposure", "time_spent_seconds", "flagged", "flag_reason")
    came_with = {name: getattr(annotation, name) for name in facts}
    came_with["submission_id"] = str(annotation.submission_id)
    overwrite(assignment=assignment, answers=answers | {NOTES: beside.dump(notes), LATE: came_with})


def answers_of(draft):
    """The values of a draft by question key, without what else it keeps."""
    return {key: value for key, value in draft.answers.items() if key not in (NOTES, COMMENT, LATE)}


def _check_size(answers):
    if len(strict_json.dumps(answers)) > MAX_BYTES:
        raise InvalidInput(f"The draft is larger than {MAX_BYTES} bytes.", code="too_large")


def _create(owner, values):
    try:
        with transaction.atomic():
            Draft.objects.create(**owner, **values)
    except IntegrityError as error:
        if "draft_of_one_object" in str(error):
            raise
        return False
    return True

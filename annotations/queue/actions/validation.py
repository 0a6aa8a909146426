"""What is handed in for an item, and whether it is valid: answers, reasons and quotes against the form and the item."""

import hashlib
import uuid
from dataclasses import dataclass, field

from annotations.labels import schema
from annotations.labels.types import registry
from annotations.queue.actions import justifications as beside
from annotations.queue.actions.evidence import check_found, locate
from annotations.queue.actions.justifications import AnswerNote
from annotations.queue.models import Judgement
from annotations.tasks.actions import form as forms
from annotations.tasks.actions.item_content import content, contents
from annotations.tasks.models import SchemaVersion, TaskItem
from evalhub.lib import strict_json
from evalhub.lib.database.joined import unsaved
from evalhub.lib.errors import EvalHubError, InvalidInput, NotFound

BY_PEOPLE = ("ui", "api")
MAX_TIME_SECONDS = 86_400 * 7


@dataclass(frozen=True)
class Submission:
    """What an annotator hands in for one item. `answers` maps question keys to values, as the form declares them.

    `schema_version_id` is the form that was answered, the task's current one when None. A person's `exposure` is
    found out when it is stored. A later `round` than the first is a repetition of a machine, and counts nowhere.
    """

    answers: dict
    submission_id: uuid.UUID | None = None
    lease_token: str | None = None
    origin: str = "api"
    exposure: str = "blind"
    time_spent_seconds: float | None = None
    flagged: bool = False
    flag_reason: str = ""
    notes: dict = field(default_factory=dict)
    revises: int | None = None
    partial: bool = False
    schema_version_id: int | None = None
    round: int = 1

    @property
    def is_by_person(self):
        return self.origin in BY_PEOPLE

    def body_hash(self):
        """Tells a repeated body from another one under the same submission id; a machine may word its reasons anew."""
        body = [self.answers, self.flagged, self.flag_reason, self.revises]
        if self.is_by_person and self.notes:
            body.append(beside.dump(self.notes))
        return hashlib.sha256(strict_json.dumps(body).encode()).hexdigest()

    def token(self):
        """The lease token as a UUID, None when none was sent."""
        if self.lease_token is None:
            return None
        try:
            return uuid.UUID(str(self.lease_token))
        except ValueError:
            raise InvalidInput("lease_token is not a token as `next` gives it.", code="bad_token") from None


@dataclass(frozen=True)
class Checked:
    """A submission that is valid: its form, the answers as stored, and where the quotes stand."""

    form: forms.Form
    answers: dict
    notes: dict
    matches: dict

    def judgements(self):
        """{question key: unsaved Judgement} of the answers, then of the questions on which the annotator abstained."""
        rows = {}
        for spec in self.form.specs:
            note = self.notes.get(spec.key, AnswerNote())
            if spec.key in self.answers:
                value = self.answers[spec.key]
                rows[spec.key] = unsaved(
                    Judgement,
                    question_id=self.form.question_ids[spec.key],
                    value=value,
                    number=registry[spec.label_type].number(spec.config, value) if note.number is None else note.number,
                    justification=note.justification,
                    confidence=note.confidence,
                    details=note.details,
                )
            elif note.abstained:
                rows[spec.key] = unsaved(
                    Judgement,
                    question_id=self.form.question_ids[spec.key],
                    abstained=True,
                    failure=note.failure,
                    justification=note.justification,
                    confidence=note.confidence,
                    details=note.details,
                )
        return rows


def check(*, item_id, task, submission):
    """The submission as Checked, or InvalidInput. The item is read only where the form or a quote needs its texts."""
    form = _form(task, submission.schema_version_id)
    shown = None
    if _needs_item(form, submission):
        if not TaskItem.objects.filter(pk=item_id, task=task).exists():
            raise NotFound("There is no such item in this task.")
        shown = content(item_id)
    return _checked(form, submission, shown)


def check_many(*, task, submissions):
    """`check` of [(item id, submission)] to the task's own form, in order; three statements at most."""
    found = check_each(task=task, submissions=submissions)
    for each in found:
        if isinstance(each, EvalHubError):
            raise each
    return found


def check_each(*, task, submissions):
    """`check_many` with the error of an item or a submission in its place, so that the others may be stored."""
    form = forms.load(task.schema_version_id)
    needed = {item_id for item_id, submission in submissions if _needs_item(form, submission)}
    known = set(TaskItem.objects.filter(pk__in=needed, task=task).values_list("pk", flat=True)) if needed else set()
    shown = contents(known) if known else {}
    missing = needed - known
    return [
        NotFound("There is no such item in this task.")
        if item_id in missing
        else _checked_or_error(form, submission, shown.get(item_id))
        for item_id, submission in submissions
    ]


def _checked_or_error(form, submission, shown):
    try:
        return _checked(form, submission, shown)
    except EvalHubError as error:
        return error


def _needs_item(form, submission):
    return form.needs_item or _has_quotes(submission)


def _has_quotes(submission):
    return any(note.quotes for note in submission.notes.values())


def _checked(form, submission, shown):
    check_time(submission.time_spent_seconds)
    answers = schema.validate_answers(form.specs, submission.answers, partial=submission.partial, shown=shown)
    notes = submission.notes
    if submission.is_by_person:
        notes = beside.checked(form=form, answers=answers, notes=notes)
    matches = {}
    if _has_quotes(submission):
        matches = locate(notes=notes, sources={part.field: part.text for part in shown.texts()})
    if submission.is_by_person:
        check_found(matches=matches)
    return Checked(form=form, answers=answers, notes=notes, matches=matches)


def _form(task, schema_version_id):
    """The form that was answered: the task's own, or an earlier one that was handed out before."""
    if schema_version_id in (None, task.schema_version_id):
        return forms.load(task.schema_version_id)
    known = SchemaVersion.objects.filter(pk=schema_version_id, task=task, frozen_at__isnull=False)
    if not known.exists():
        raise InvalidInput(
            "The form that this answers does not belong to the task. Reload the page.", code="unknown_form"
        )
    return forms.load(schema_version_id)


def check_time(seconds):
    """Time spent is informative, finite and not negative."""
    if seconds is not None and not 0 <= seconds <= MAX_TIME_SECONDS:
        raise InvalidInput(f"time_spent_seconds is {seconds}. Valid values: 0 to {MAX_TIME_SECONDS}.", code="bad_time")

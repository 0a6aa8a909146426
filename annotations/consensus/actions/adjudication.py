"""Settle what an item's answers come to: ask for it, publish a person's decision, or get more answers first."""

import contextlib
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.consensus.actions import adjudication_sheet
from annotations.consensus.models import AdjudicationRequest, GroundTruth
from annotations.labels import schema
from annotations.labels.disputes import registry as disputes
from annotations.labels.disputes.base import same
from annotations.labels.types import registry as label_types
from annotations.queue.actions import leases
from annotations.tasks.actions import form, history, item_content
from annotations.tasks.models import TaskItem
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput

CONFIDENCES = {"high": gettext_lazy("High"), "medium": gettext_lazy("Medium"), "low": gettext_lazy("Low")}
CAUSES = {
    "ambiguous_item": gettext_lazy("Ambiguous item"),
    "guideline_gap": gettext_lazy("Guideline gap"),
    "annotator_error": gettext_lazy("Annotator error"),
    "edge_case": gettext_lazy("Edge case"),
    "subjective": gettext_lazy("Subjective"),
}
LONGEST_NOTE = 4000
TRIES = 3  # a consensus that is written at the same moment makes one version number taken


@dataclass(frozen=True)
class Decision:
    """The value of one question. confidence: a key of CONFIDENCES, or empty. cause: a key of CAUSES, why annotators
    differed, or empty. note: required when nobody gave the value."""

    value: object
    confidence: str = "high"
    cause: str = ""
    note: str = ""


@dataclass(frozen=True)
class Published:
    """`truths`: the new GroundTruth rows in the form's order."""

    item: TaskItem
    truths: tuple


@transaction.atomic
def request(*, item, reason="", by=None):
    """Ask that a TaskItem be adjudicated, by a User; the open AdjudicationRequest when it was asked for before."""
    made, is_new = AdjudicationRequest.objects.get_or_create(
        item=item,
        closed_at=None,
        defaults={"task_id": item.task_id, "reason": reason.strip()[:LONGEST_NOTE], "asked_by": by},
    )
    if is_new:
        history.note(task=item.task, item=item, verb="adjudication_asked", details={"reason": made.reason})
    return made


@transaction.atomic
def publish(*, item, decisions, seen, confirmation="", is_override=False, needs_cause=False, by):
    """Write {question key: Decision} as new versions of ground truth, by a Membership; closes open requests.

    seen: of the Sheet that was decided on. confirmation: the item's number, needed where an adjudication stands.
    A repeat of what stands already changes nothing and answers alike.
    is_override: an admin decides on an item that they answered themselves; the audit trail says so.
    needs_cause: a decision on different answers names its cause.
    Raises Forbidden (`own_item`), Conflict (`answers_changed`, with the letters of new answers in `details`) and
    InvalidInput (`confirmation_missing`; `invalid_decisions` with {"fields": {key: text}}).
    """
    TaskItem.objects.select_for_update(of=("self",)).get(pk=item.pk)
    sheet = adjudication_sheet.columns(item=item, adjudicator=by.user, seen=seen)
    _check_reader(sheet, by, is_override)
    if sheet.seen != seen and _is_repeat(item, sheet, decisions, by):
        return Published(item=item, truths=tuple(row.decided for row in sheet.rows if row.spec.key in decisions))
    if sheet.seen != seen:
        raise Conflict(
            _("The answers have changed since you opened this item. Check the new answers, then publish again."),
            code="answers_changed",
            details={"new": [column.letter for column in sheet.columns if column.is_new], "seen": sheet.seen},
        )
    number = str(item.position + 1)
    if sheet.decided and confirmation.strip() != number:
        raise InvalidInput(
            _("This item is already adjudicated. To replace the decision, enter the item number %(number)s.")
            % {"number": number},
            code="confirmation_missing",
        )
    values, at = _checked(item, sheet, decisions, needs_cause), timezone.now()
    truths = tuple(
        _write(item, row, values[row.spec.key], decisions[row.spec.key], at=at, by=by)
        for row in sheet.rows
        if row.spec.key in values
    )
    AdjudicationRequest.objects.filter(item=item, closed_at=None).update(closed_at=at)
    _record(item, truths, sheet, by)
    return Published(item=item, truths=truths)


def ask_another(*, item, by):
    """Open one more place on the item, by a Membership; it comes back here when that answer is in."""
    leases.extra_annotator(task=item.task, item_id=item.pk, by=by, reason="adjudication")


@transaction.atomic
def send_back(*, item, letter, note, seen, by):
    """Return the answer in column `letter` of the Sheet that `seen` names to the person who gave it, with a note.

    Raises Conflict (`answers_changed`: letters may have moved) and InvalidInput (no note, no such person).
    """
    sheet = adjudication_sheet.columns(item=item, adjudicator=by.user, seen=seen)
    if sheet.seen != seen:
        raise Conflict(
            _("The answers have changed since you opened this item. Check them again."), code="answers_changed"
        )
    people = {column.letter: column for column in sheet.columns if column.kind == "human"}
    if letter not in people:
        raise InvalidInput(
            _("Only a person's answer can be returned. Valid: %(valid)s.") % {"valid": ", ".join(people) or "-"},
            code="no_such_person",
        )
    if not note.strip():
        raise InvalidInput(_("Enter a note that says what the annotator should check."), code="note_missing")
    annotator = people[letter].annotation.annotator
    leases.give_back(task=item.task, item_id=item.pk, annotator=annotator, note=note.strip()[:LONGEST_NOTE], by=by)


def _is_repeat(item, sheet, decisions, by):
    """Whether exactly this stands already by the same person: the answer to the first request may have been lost."""
    given = {key: decision.value for key, decision in decisions.items()}
    values, _mistakes = _valid([row.spec for row in sheet.rows], given, item_content.content(item.pk))
    rows = [row for row in sheet.rows if row.spec.key in values]
    return bool(rows) and all(
        row.decided is not None
        and row.decided.decided_by_id == by.user_id
        and same(row.decided.value) == same(values[row.spec.key])
        and row.decided.details["cause"] == decisions[row.spec.key].cause
        for row in rows
    )


def _check_reader(sheet, by, is_override):
    if sheet.answered_by_reader and not (is_override and by.may("manage")):
        raise Forbidden(
            _("You answered this item yourself, so another adjudicator must decide it. An admin can decide it anyway."),
            code="own_item",
        )


def _checked(item, sheet, decisions, needs_cause):
    """{key: value as stored} of the decisions; InvalidInput with every mistake by question."""
    specs = form.load(item.task.schema_version_id).specs
    given = {key: decision.value for key, decision in decisions.items()}
    values, mistakes = _valid(specs, given, item_content.content(item.pk))
    asked, required = schema.visible(specs, given), schema.required(specs, given)
    for row in sheet.rows:
        key = row.spec.key
        if key not in asked or key in mistakes:
            continue
        if key in values:
            problem = _problem(row, values[key], decisions[key], needs_cause and row.state == "differs")
        else:
            problem = _open_problem(row, decisions.get(key), is_required=key in required)
        if problem:
            mistakes[key] = problem
    if mistakes or not values:
        first = "; ".join(f"{key}: {text}" for key, text in list(mistakes.items())[:3])
        raise InvalidInput(
            first or _("Decide at least one question."),
            code="invalid_decisions",
            details={"fields": mistakes},
        )
    return values


def _valid(specs, given, shown):
    """(values as stored, {key: mistake}): what is wrong with one question does not hide what the others say."""
    try:
        return schema.validate_answers(specs, given, partial=True, shown=shown), {}
    except InvalidInput as error:
        mistakes = dict(error.details["fields"])
    sound = {spec.key: given[spec.key] for spec in specs if spec.key in given and spec.key not in mistakes}
    return schema.validate_answers(specs, sound, partial=True, shown=shown), mistakes


def _open_problem(row, decision, *, is_required):
    if decision is not None and decision.value is not None:
        return _("This answer is empty. Keep or add at least one part.")
    is_open = row.state == "differs" or is_required and row.state != "text"
    return _("Decide this question.") if is_open else ""


def _problem(row, value, decision, needs_cause):
    if decision.confidence and decision.confidence not in CONFIDENCES:
        return _("The confidence is %(met)s. Valid: %(valid)s.") % {
            "met": repr(decision.confidence),
            "valid": ", ".join(CONFIDENCES),
        }
    if decision.cause and decision.cause not in CAUSES:
        return _("The cause is %(met)s. Valid: %(valid)s.") % {"met": repr(decision.cause), "valid": ", ".join(CAUSES)}
    if needs_cause and not decision.cause:
        return _("Choose the cause of the disagreement.")
    if len(decision.note) > LONGEST_NOTE:
        return _("The note has %(met)s characters. Valid: at most %(most)s.") % {
            "met": len(decision.note),
            "most": LONGEST_NOTE,
        }
    if row.n_answers and not _is_known(row, value) and not decision.note.strip():
        return _("No annotator gave this value. Explain it in a note.")
    return ""


def _is_known(row, value):
    """Whether somebody gave the value; where answers have parts, somebody for each of them."""
    known = [cell.value for cell in row.cells if cell.shown is not None]
    if row.spec.label_type in disputes:
        return disputes[row.spec.label_type].is_known(row.spec.config, value, known)
    return same(value) in map(same, known)


def _write(item, row, value, decision, *, at, by):
    """The new current version. A consensus written at the same moment is superseded as well."""
    question_id = form.load(item.task.schema_version_id).question_ids[row.spec.key]
    details = {
        "confidence": decision.confidence,
        "cause": decision.cause,
        "note": decision.note.strip(),
        "answers": row.n_answers,
        "same": sum(1 for cell in row.cells if cell.shown is not None and same(cell.value) == same(value)),
    }
    fields = {
        "value": value,
        "source": "adjudicated",
        "people": 1,
        "details": details,
        "decided_by": by.user,
        "created_at": at,
        "number": label_types[row.spec.label_type].number(row.spec.config, value),
    }
    for _attempt in range(TRIES - 1):
        with contextlib.suppress(IntegrityError), transaction.atomic():
            return _insert(item, question_id, fields)
    return _insert(item, question_id, fields)


def _insert(item, question_id, fields):
    of_question = GroundTruth.objects.filter(item=item, question_id=question_id)
    previous = of_question.select_for_update().filter(is_current=True).first()
    of_question.filter(is_current=True).update(is_current=False)
    last = of_question.aggregate(last=Max("version"))["last"] or 0
    return GroundTruth.objects.create(
        item=item, question_id=question_id, version=last + 1, supersedes=previous, **fields
    )


def _record(item, truths, sheet, by):
    details = {"questions": {str(row.question_id): row.version for row in truths}, "by": str(by.user_id)}
    history.note(task=item.task, item=item, verb="adjudicated", details=details)
    versions = {"task": str(item.task_id), "versions": details["questions"]}
    audit.record(
        organization=item.task.organization, verb="adjudication.published", target=item, details=versions, by=by
    )
    if sheet.answered_by_reader:
        audit.record(
            organization=item.task.organization,
            verb="adjudication.own_item",
            target=item,
            details={"task": str(item.task_id)},
            by=by,
        )

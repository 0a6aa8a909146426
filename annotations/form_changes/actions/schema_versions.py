"""Change the form of a task that is at work: a draft beside the form in use, how old answers read in it, publishing.

What is in hand is finished on the form it was opened with; `carry_over` brings the answers there are to the new one.
"""

from dataclasses import asdict

from django.db import connection, transaction

from annotations.form_changes import differences
from annotations.tasks.actions import annotation_tasks, form, history, metrics
from annotations.tasks.models import AnnotationTask, Question, SchemaVersion
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput, NotFound

CHANGEABLE = ("ACTIVE", "PAUSED")


def draft_of(task):
    """The SchemaVersion that is being prepared beside the form in use, or None."""
    newest = SchemaVersion.objects.filter(task=task).order_by("-number").first()
    return newest if newest is not None and newest.pk != task.schema_version_id else None


@transaction.atomic
def save_draft(*, task, annotation_schema, by):
    """Keep these questions as the next form, in place of an earlier draft of it; the form in use stays as it is."""
    task = _locked(task)
    specs = metrics.read_form(annotation_schema=annotation_schema, organization=task.organization)
    current = form.load(task.schema_version_id)
    if specs == list(current.specs):
        raise InvalidInput("These are the questions that the task has. Change one first.", code="same_form")
    annotation_tasks.refuse_unfit(task=task, specs=specs)
    draft = draft_of(task)
    if draft is None:
        draft = SchemaVersion.objects.create(task=task, number=current.number + 1)
    draft.questions.all().delete()
    Question.objects.bulk_create(Question(schema_version=draft, **asdict(spec)) for spec in specs)
    draft.value_map = _fitting(draft.value_map, current.specs, specs) or differences.suggested(current.specs, specs)
    draft.save(update_fields=["value_map"])
    audit.record(
        organization=task.organization, verb="form.drafted", target=task, details={"number": draft.number}, by=by
    )
    return draft


@transaction.atomic
def discard(*, task, by):
    """Drop the draft of the next form; nothing happens without one."""
    task = _locked(task)
    draft = draft_of(task)
    if draft is not None:
        draft.delete()
        audit.record(
            organization=task.organization, verb="form.discarded", target=task, details={"number": draft.number}, by=by
        )


@transaction.atomic
def set_map(*, task, value_map, by):
    """Say how old answers read: {"questions": {old key: new key or None}, "values": {old key: {old: new or None}}}.

    InvalidInput names the first question or value that is not in its form. Values are texts, numbers included.
    """
    task = _locked(task)
    draft = _draft(task)
    old = form.load(task.schema_version_id).specs
    checked = _checked(value_map, {spec.key: spec for spec in old}, {spec.key: spec for spec in _specs(draft)})
    draft.value_map = checked
    draft.save(update_fields=["value_map"])
    return draft


@transaction.atomic
def publish(*, task, by):
    """Put the draft in use. Its answers are brought over afterwards, in batches: `carry_over.carry(version=…)`."""
    task = _locked(task)
    draft = _draft(task)
    annotation_tasks.refuse_unfit(task=task, specs=_specs(draft))
    previous = task.schema_version_id
    draft.value_map |= {"carry": {"from": previous, "after": 0, "carried": 0, "left": 0, "done": False}}
    draft.save(update_fields=["value_map"])
    task.schema_version = draft
    task.save(update_fields=["schema_version", "updated_at"])
    history.note(task=task, verb="form_published", details={"number": draft.number, "from": previous})
    audit.record(
        organization=task.organization, verb="form.published", target=task, details={"number": draft.number}, by=by
    )
    with connection.cursor() as cursor:  # the clock and not the transaction's start: nothing was opened on it before
        cursor.execute(
            "UPDATE annotations_schemaversion SET frozen_at = clock_timestamp() WHERE id = ANY (%s) "
            "AND frozen_at IS NULL",
            [[draft.pk, previous]],
        )
    form.forget()
    draft.refresh_from_db()
    return draft


def changes(*, task, draft):
    """The QuestionChanges from the form in use to the draft."""
    return differences.compare(form.load(task.schema_version_id).specs, _specs(draft), draft.value_map)


def _specs(version):
    return form.load(version.pk).specs


def _locked(task):
    task = AnnotationTask.objects.select_for_update(no_key=True).get(pk=task.pk)
    if task.status not in CHANGEABLE:
        raise Conflict(
            f"The form of a task that is {task.status} is not changed this way. "
            f"Valid: a task that is {' or '.join(CHANGEABLE)}.",
            code="bad_status",
        )
    return task


def _draft(task):
    draft = draft_of(task)
    if draft is None:
        raise NotFound("There is no draft of the next form.")
    return draft


def _fitting(value_map, old, new):
    """What of an earlier map still names questions and values that exist; {} when there was none."""
    if not value_map:
        return {}
    olds, news = {spec.key: spec for spec in old}, {spec.key: spec for spec in new}
    pairs = value_map.get("questions", {})
    questions = {key: to for key, to in pairs.items() if key in olds and (to is None or to in news)}
    values = {}
    for key, given in value_map.get("values", {}).items():
        target = news.get(questions.get(key, key) or "")
        theirs = (differences.values_of(target) if target else None) or {}
        values[key] = {value: to for value, to in given.items() if to is None or to in theirs}
    return {"questions": questions, "values": values}


def _checked(value_map, old, new):
    questions, taken = {}, {}
    for key, to in _pairs(value_map, "questions").items():
        if key not in old or (to is not None and to not in new):
            raise InvalidInput(
                f"The map leads from {key!r} to {to!r}. Valid: {', '.join(old)} to {', '.join(new)}.",
                code="bad_map",
                details={"question": key},
            )
        if to is not None and taken.setdefault(to, key) != key:
            raise InvalidInput(f"Two questions lead to {to!r}. Valid: one.", code="bad_map", details={"question": key})
        questions[key] = to
    values = {}
    of_values = _pairs(value_map, "values", dict)
    for key in of_values:
        given = _pairs(of_values, key)
        target = new.get(questions.get(key, key) or "")
        mine = (differences.values_of(old[key]) if key in old else None) or {}
        theirs = (differences.values_of(target) if target else None) or {}
        for value, to in given.items():
            if value not in mine or (to is not None and to not in theirs):
                raise InvalidInput(
                    f"The map of {key!r} leads from {value!r} to {to!r}. Valid: {', '.join(theirs)}.",
                    code="bad_map",
                    details={"question": key, "value": value},
                )
        values[key] = dict(given)
    return {"questions": questions, "values": values}


def _pairs(parent, name, kind=str | None):
    """The object of this name, all of whose values are of a kind; empty where it is missing."""
    found = parent.get(name, {})
    if not isinstance(found, dict) or not all(isinstance(to, kind) for to in found.values()):
        what = "an object of objects" if kind is dict else "an object of texts and nulls"
        raise InvalidInput(f"The map has {str(found)[:100]} as {name!r}. Valid: {what}.", code="bad_map")
    return found

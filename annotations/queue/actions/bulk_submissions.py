"""Store many answers of one annotator without a lease, in as many statements for a hundred as for one."""

from collections import Counter
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from annotations.queue.actions import answer_rows, claims, exposure, submissions, suggestions, validation
from annotations.queue.actions.claims import HAD
from annotations.queue.actions.evidence import store_evidence_of
from annotations.queue.models import Annotation
from annotations.tasks.models import AnnotationTask, Annotator, SchemaVersion, TaskItem
from annotations.tasks.models.annotation_task import ELIGIBLE
from evalhub.lib.database import prepared, statements
from evalhub.lib.errors import EvalHubError

AT_ONCE = 200  # items that are locked together: a claim passes them over meanwhile
sql = statements.of_feature(__file__)


@dataclass(frozen=True)
class Row:
    """One answer: the number of its item, which may be of no item of the task, and its submission, which has an id."""

    item_id: int
    submission: submissions.Submission


@dataclass(frozen=True)
class Batch:
    """Rows of one annotator to one task."""

    task: AnnotationTask
    annotator: Annotator


def submit_many(*, task, annotator, rows):
    """For each Row in order what `submissions.submit` returns for it, or the error that it raises.

    First answers that only take a free slot are stored two hundred at a time, each part in one transaction; all others
    (repeats, revisions, answers to a lease or an earlier form, whatever is refused) are submitted one by one after
    them. Each row stands for itself: what is stored stays stored whatever becomes of the others.
    """
    batch, results = Batch(task, annotator), {}
    replayed = _replayed(batch, rows)
    results |= replayed
    usual = _usual(batch, {place: row for place, row in enumerate(rows) if place not in replayed})
    for first in range(0, len(usual), AT_ONCE):
        part = dict(list(usual.items())[first : first + AT_ONCE])
        results |= _checked_and_stored(batch, part)
    for place, row in enumerate(rows):
        if place not in results:
            results[place] = _attempt(
                submissions.submit,
                item_id=row.item_id,
                task=batch.task,
                annotator=batch.annotator,
                submission=row.submission,
            )
    return [results[place] for place in range(len(rows))]


def _replayed(batch, rows):
    """{place: what its repeat gets} of rows whose submission id is stored; one statement."""
    found = Annotation.objects.select_related("item").in_bulk(
        {row.submission.submission_id for row in rows}, field_name="submission_id"
    )
    return {
        place: _attempt(
            submissions.replay,
            found=found[row.submission.submission_id],
            item_id=row.item_id,
            task=batch.task,
            annotator=batch.annotator,
            submission=row.submission,
        )
        for place, row in enumerate(rows)
        if row.submission.submission_id in found
    }


def _usual(batch, rows):
    """The rows that may go together: first answers without a lease in the task's form, no two alike in item or id."""
    items = Counter(row.item_id for row in rows.values())
    ids = Counter(row.submission.submission_id for row in rows.values())
    current = (None, batch.task.schema_version_id)
    return {
        place: row
        for place, row in rows.items()
        if row.submission.revises is None
        and row.submission.lease_token is None
        and row.submission.schema_version_id in current
        and items[row.item_id] == ids[row.submission.submission_id] == 1
    }


def _checked_and_stored(batch, rows):
    """{place: Stored or its error} of those rows that are not valid or took a free slot."""
    pairs = [(row.item_id, row.submission) for row in rows.values()]
    checked = dict(zip(rows, validation.check_each(task=batch.task, submissions=pairs), strict=True))
    refused = {place: found for place, found in checked.items() if isinstance(found, EvalHubError)}
    valid = {place: (row, checked[place]) for place, row in rows.items() if place not in refused}
    try:
        return refused | _stored(batch, valid)
    except IntegrityError:  # somebody was faster with one of them; each finds out by itself
        return refused


@transaction.atomic
def _stored(batch, valid):
    """{place: Stored} of the rows whose item had a free slot for this annotator."""
    claims.lock_capped(batch.task, batch.annotator)
    slots = _take_slots(batch, {row.item_id for row, _ in valid.values()})
    placed = {place: pair for place, pair in valid.items() if pair[0].item_id in slots}
    if not placed:
        return {}
    seen = exposure.before_each(task=batch.task, item_ids=slots, annotator=batch.annotator)
    seen |= dict.fromkeys(suggestions.are_shown_on(task=batch.task, item_ids=slots), "saw_machine")
    answers = {}
    for place, (row, checked) in placed.items():
        annotation = submissions.unsaved(
            row.item_id, batch.task, batch.annotator, row.submission, checked.form, exposure=seen[row.item_id]
        )
        annotation.assignment_id = slots[row.item_id]
        answers[place] = (annotation, checked.judgements())
    answer_rows.insert_many(
        task_id=batch.task.pk,
        schema_version_id=batch.task.schema_version_id,
        answers=[(annotation, list(judgements.values())) for annotation, judgements in answers.values()],
    )
    if any(checked.matches for _, checked in placed.values()):
        store_evidence_of((answers[place][1], checked.matches) for place, (_, checked) in placed.items())
    SchemaVersion.objects.filter(pk=batch.task.schema_version_id, frozen_at=None).update(frozen_at=Now())
    return {
        place: submissions.Stored(annotation=annotation, item=annotation.item, replayed=False)
        for place, (annotation, _) in answers.items()
    }


def _take_slots(batch, item_ids):
    """{item id: id of a new submitted assignment} of the items with a free slot that the annotator never had.

    Locks the items in the order of their ids, as everywhere; nobody else can take a slot of theirs then.
    """
    locked = TaskItem.objects.select_for_update().filter(task=batch.task, pk__in=item_ids).order_by("pk")
    values = {
        "task": batch.task.pk,
        "annotator": batch.annotator.pk,
        "items": list(locked.values_list("pk", flat=True)),
    }
    with prepared.cursor() as cursor:  # after the lock, so that it sees what others did before
        cursor.execute(sql("take_slots").replace("{eligible}", ELIGIBLE).replace("{had}", HAD), values)
        return dict(cursor.fetchall())


def _attempt(action, **given):
    """What the action returns, or the error that it raises."""
    try:
        return action(**given)
    except EvalHubError as error:
        return error

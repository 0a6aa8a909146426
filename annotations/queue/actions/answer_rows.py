"""Write the rows of one answer: its assignment, annotation and judgements, and the event that tells of it."""

import json
from dataclasses import dataclass
from functools import cache

from annotations.queue.actions import exposure
from annotations.tasks.models import TaskItem
from evalhub.lib import reasons, strict_json
from evalhub.lib.database import prepared, statements
from evalhub.lib.database.joined import link, unsaved

sql = statements.of_feature(__file__)
ANNOTATION = (
    "task_id",
    "item_id",
    "annotator_id",
    "assignment_id",
    "schema_version_id",
    "round",
    "revision",
    "submission_id",
    "body_hash",
    "origin",
    "exposure",
    "time_spent_seconds",
    "flagged",
    "flag_reason",
)
APART = ("task_id", "annotator_id", "schema_version_id", "revision", "submission_id")
MANY = tuple(name for name in ANNOTATION if name not in APART)
JUDGEMENT = ("question_id", "value", "number", "justification", "confidence", "abstained", "details")


@dataclass(frozen=True)
class Found:
    """The item and the task's status as they were under the lock; `is_stored` tells whether anything was written.

    `next_item_id` is what `queue.peek` finds, None when it is not looked for or not found in one statement.
    """

    item: TaskItem
    status: str
    is_stored: bool
    next_item_id: int | None = None


def insert(*, annotation, judgements, verb, token=None, placed=False):
    """Store an unsaved Annotation with its unsaved Judgements and give them their ids; one statement for all.

    It ends the annotator's lease on the item, the one with `token` if given, and stores nothing without a lease.
    `placed` stores in any case, with the assignment that the annotation names. None: the task has no such item.
    An exposure of None is found out, stored or not.
    """
    values = {name: getattr(annotation, name) for name in ANNOTATION}
    values |= exposure.names(annotation.task_id, annotation.item_id, annotation.annotator)
    values |= {"judgements": strict_json.dumps(_judged(judgements)), "verb": verb, "token": token, "placed": placed}
    found = next(iter(_rows(_answering(), values)), None)
    if found is None:
        return None
    annotation.exposure = found.pop("exposure")
    status, annotation_id, next_item_id = (found.pop(key) for key in ("status", "annotation_id", "next_item_id"))
    assignment_id, submitted_at, ids = (found.pop(key) for key in ("assignment_id", "submitted_at", "judgement_ids"))
    item = unsaved(TaskItem, task_id=annotation.task_id, **found)
    if annotation_id is not None:
        annotation.pk, annotation.assignment_id, annotation.submitted_at = annotation_id, assignment_id, submitted_at
        link(annotation, item=item)
        _mark_stored(annotation, judgements, ids)
    return Found(item=item, status=status, is_stored=annotation_id is not None, next_item_id=next_item_id)


def insert_many(*, task_id, schema_version_id, answers):
    """Store unsaved first Annotations to items of one task, whose slots are taken if they need any; one statement.

    `answers` are (annotation, judgements) pairs. Returns what was Found for each, in order, None where the task has
    no such item. When one of them is not stored the caller's transaction has to be rolled back.
    """
    given = [
        {name: getattr(annotation, name) for name in MANY}
        | {
            "annotator_id": str(annotation.annotator_id),
            "submission_id": str(annotation.submission_id),
            "judgements": _judged(judgements),
        }
        for annotation, judgements in answers
    ]
    rows = _rows(
        sql("many_answers"),
        {
            "task_id": task_id,
            "schema_version_id": schema_version_id,
            "answers": strict_json.dumps(given),
        },
    )
    by_submission = {row.pop("submission_id"): row for row in rows}
    return [
        _taken(annotation, judgements, by_submission[annotation.submission_id]) for annotation, judgements in answers
    ]


def _taken(annotation, judgements, row):
    status, annotation.pk, annotation.submitted_at = (
        row.pop(key) for key in ("status", "annotation_id", "submitted_at")
    )
    ids = row.pop("judgement_ids")
    if row["id"] is None:
        return None
    item = unsaved(TaskItem, task_id=annotation.task_id, **row)
    link(annotation, item=item)
    if annotation.pk is not None:
        _mark_stored(annotation, judgements, ids)
    return Found(item=item, status=status, is_stored=annotation.pk is not None)


def _judged(judgements):
    return [
        {name: getattr(judgement, name) for name in JUDGEMENT} | {"failure": reasons.dumps(judgement.failure)}
        for judgement in judgements
    ]


_names = {}  # of the columns, by statement


@cache
def _answering():
    return sql("answer").replace("{exposure}", exposure.found_sql()).replace("{peek}", sql("peek"))


def _rows(statement, values):
    with prepared.cursor() as cursor:
        cursor.execute(statement, values)
        if statement not in _names:  # the driver makes an object of each name
            _names[statement] = [column.name for column in cursor.description]
        return [dict(zip(_names[statement], row, strict=True)) for row in cursor.fetchall()]


def _mark_stored(annotation, judgements, ids):
    ids = json.loads(ids) if isinstance(ids, str) else ids or {}
    annotation._state.adding = False
    for judgement in judgements:
        judgement.annotation_id, judgement.pk = annotation.pk, ids[str(judgement.question_id)]
        link(judgement, annotation=annotation)
        judgement._state.adding = False

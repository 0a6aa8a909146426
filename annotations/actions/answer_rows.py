"""Write the rows of one answer: its assignment, annotation and judgements, and the event that tells of it."""

import json
from dataclasses import dataclass

from annotations import sql
from annotations.models import TaskItem
from evalhub.lib import prepared, strict_json

ANNOTATION = (
    "task_id", "item_id", "annotator_id", "assignment_id", "schema_version_id", "round", "revision", "submission_id",
    "body_hash", "origin", "exposure", "time_spent_seconds", "flagged", "flag_reason",
)
JUDGEMENT = ("question_id", "value", "number", "justification", "confidence", "abstained")


@dataclass(frozen=True)
class Found:
    """The item and the task's status as they were under the lock; `is_stored` tells whether anything was written."""

    item: TaskItem
    status: str
    is_stored: bool


def insert(*, annotation, judgements, verb, token=None, placed=False):
    """Store an unsaved Annotation with its unsaved Judgements and give them their ids; one statement for all.

    It ends the annotator's lease on the item, the one with `token` if given, and stores nothing without a lease.
    `placed` stores in any case, with the assignment that the annotation names. None: the task has no such item.
    """
    values = {name: getattr(annotation, name) for name in ANNOTATION}
    rows = [{name: getattr(judgement, name) for name in JUDGEMENT} for judgement in judgements]
    values |= {"judgements": strict_json.dumps(rows), "verb": verb, "token": token, "placed": placed}
    with prepared.cursor() as cursor:
        cursor.execute(sql.load("answer"), values)
        row = cursor.fetchone()
        names = [column.name for column in cursor.description]
    if row is None:
        return None
    found = dict(zip(names, row, strict=True))
    status, annotation_id = found.pop("status"), found.pop("annotation_id")
    assignment_id, submitted_at, ids = (found.pop(key) for key in ("assignment_id", "submitted_at", "judgement_ids"))
    item = TaskItem(task_id=annotation.task_id, **found)
    if annotation_id is not None:
        annotation.pk, annotation.assignment_id, annotation.submitted_at = annotation_id, assignment_id, submitted_at
        annotation.item = item
        _mark_stored(annotation, judgements, json.loads(ids) if isinstance(ids, str) else ids or {})
    return Found(item=item, status=status, is_stored=annotation_id is not None)


def _mark_stored(annotation, judgements, ids):
    annotation._state.adding = False
    for judgement in judgements:
        judgement.annotation, judgement.pk = annotation, ids[str(judgement.question_id)]
        judgement._state.adding = False

"""Write the rows of one answer: its annotation, its judgements, and the event that tells of it."""

import json

from annotations import sql
from evalhub.lib import prepared, strict_json

ANNOTATION = (
    "task_id", "item_id", "annotator_id", "assignment_id", "schema_version_id", "round", "revision", "submission_id",
    "body_hash", "origin", "exposure", "time_spent_seconds", "flagged", "flag_reason",
)
JUDGEMENT = ("question_id", "value", "number", "justification", "confidence", "abstained")


def insert(*, annotation, judgements, verb):
    """Store an unsaved Annotation with its unsaved Judgements and give them their ids; one statement for all."""
    values = {name: getattr(annotation, name) for name in ANNOTATION}
    rows = [{name: getattr(judgement, name) for name in JUDGEMENT} for judgement in judgements]
    with prepared.cursor() as cursor:
        cursor.execute(sql.load("store"), values | {"judgements": strict_json.dumps(rows), "verb": verb})
        annotation.pk, annotation.submitted_at, ids = cursor.fetchone()
    annotation._state.adding = False
    ids = json.loads(ids) if ids else {}
    for judgement in judgements:
        judgement.annotation, judgement.pk = annotation, ids[str(judgement.question_id)]
        judgement._state.adding = False

"""Tell the annotation side what it cannot know: who opened a machine's answer, and which answers were audited."""

from annotations.actions import witnesses
from evalhub.lib import prepared
from reviews.models import Audit

OPENED = """
    SELECT 1 FROM reviews_auditopening o JOIN annotations_annotation a ON a.id = o.annotation_id
    WHERE o.auditor_id = %s AND a.item_id = %s LIMIT 1
"""


def saw_machine(item_id, annotator):
    """Whether this annotator, as an auditor, has opened a machine's answer to the item."""
    with prepared.cursor() as cursor:
        cursor.execute(OPENED, [annotator.pk, item_id])
        return cursor.fetchone() is not None


def is_reviewed(annotation):
    """Whether an auditor has decided about one of the annotation's judgements."""
    return Audit.objects.filter(judgement__annotation=annotation).exists()


def register():
    witnesses.register(saw_machine=saw_machine, is_reviewed=is_reviewed)

"""Tell the annotation side what it cannot know: who opened which answer, and which answers were audited."""

from annotations.queue.actions import exposure_sources
from reviews.audits.actions import openings
from reviews.audits.models import Audit

OPENED = """
    SELECT a.item_id, n.kind <> 'human' AS was_machine FROM reviews_auditopening o
    JOIN annotations_annotation a ON a.id = o.annotation_id
    JOIN annotations_annotator n ON n.id = a.annotator_id
    WHERE o.auditor_id = %(annotator)s
    UNION ALL
    -- The same output in another task: the other task's items of a case are found by its index.
    SELECT own.id, n.kind <> 'human'
    FROM annotations_taskitem own
    JOIN annotations_annotationtask t ON t.id = own.task_id
    JOIN annotations_annotationtask other ON other.dataset_version_id = t.dataset_version_id AND other.id <> t.id
    JOIN annotations_taskitem i
        ON i.task_id = other.id AND i.test_case_id = own.test_case_id AND i.outputs && own.outputs
    JOIN annotations_annotation a ON a.item_id = i.id
    JOIN reviews_auditopening o ON o.annotation_id = a.id AND o.auditor_id = %(annotator)s
    JOIN annotations_annotator n ON n.id = a.annotator_id
"""


def note_seen(annotations, annotator):
    """Note that these answers are open before the annotator from now on; one statement."""
    openings.note(annotations=annotations, auditor=annotator)


def is_reviewed(annotation):
    """Whether an auditor has decided about one of the annotation's judgements."""
    return Audit.objects.filter(judgement__annotation=annotation).exists()


def register():
    exposure_sources.register(seen_sql=OPENED, note_seen=note_seen, is_reviewed=is_reviewed)

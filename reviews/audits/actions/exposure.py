"""Tell the annotation side what it cannot know: who opened which answer, and which answers were audited."""

from annotations.queue.actions import exposure_sources
from reviews.audits.actions import openings
from reviews.audits.models import Audit

# Looked up from the item, each step by an index whatever Postgres knows of the tables (hence OFFSET 0): a plan made
# when there were hardly any answers would read every answer of a task. Most people never open answers of others.
OPENED = """
    SELECT own.id AS item_id,
           (SELECT n.kind <> 'human' FROM annotations_annotator n WHERE n.id = a.annotator_id) AS was_machine
    FROM annotations_taskitem own
    CROSS JOIN LATERAL (
        SELECT own.id
        UNION ALL -- the same output in another task
        SELECT i.id
        FROM annotations_annotationtask t
        JOIN annotations_annotationtask other ON other.dataset_version_id = t.dataset_version_id AND other.id <> t.id
        JOIN annotations_taskitem i
            ON i.task_id = other.id AND i.test_case_id = own.test_case_id AND i.outputs && own.outputs
        WHERE t.id = own.task_id
    ) same
    CROSS JOIN LATERAL (
        (SELECT s.id, s.annotator_id FROM annotations_annotation s
         WHERE s.item_id = same.id AND s.withdrawn_at IS NULL AND s.superseded_at IS NULL OFFSET 0)
        UNION ALL
        (SELECT e.id, e.annotator_id FROM annotations_annotation e
         WHERE e.item_id = same.id AND (e.withdrawn_at IS NOT NULL OR e.superseded_at IS NOT NULL) OFFSET 0)
    ) a
    CROSS JOIN LATERAL (
        SELECT FROM reviews_auditopening o WHERE o.annotation_id = a.id AND o.auditor_id = %(annotator)s OFFSET 0
    ) opened
    WHERE EXISTS (SELECT FROM reviews_auditopening mine WHERE mine.auditor_id = %(annotator)s)
"""


def note_seen(annotations, annotator):
    """Note that these answers are open before the annotator from now on; one statement."""
    openings.note(annotations=annotations, auditor=annotator)


def is_reviewed(annotation):
    """Whether an auditor has decided about one of the annotation's judgements."""
    return Audit.objects.filter(judgement__annotation=annotation).exists()


def register():
    exposure_sources.register(seen_sql=OPENED, note_seen=note_seen, is_reviewed=is_reviewed)

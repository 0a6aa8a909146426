"""Audits that may be no look at the answer: accepted with many others although chance had drawn it, or against the
auditor's own answer. They are kept, and no error rate counts them."""

import django.db.models.deletion
from django.db import migrations, models

# Accepting many at once left no time of a decision and no note; a page leaves the time. A program that accepted drawn
# answers without one cannot be told from it.
MARKED = """
    UPDATE reviews_audit a SET invalid_reason = 'accepted_in_bulk'
    FROM annotations_judgement j JOIN annotations_annotation n ON n.id = j.annotation_id
    JOIN annotations_question q ON q.id = j.question_id
    WHERE j.id = a.judgement_id AND a.verdict = 'accept' AND a.ms_to_decide IS NULL AND a.note = ''
      AND a.invalid_reason = ''
      AND (EXISTS (SELECT 1 FROM reviews_auditsample s WHERE s.annotation_id = n.id)
           OR EXISTS (
               SELECT 1 FROM annotations_annotation o
               JOIN annotations_judgement own ON own.annotation_id = o.id
               JOIN annotations_question asked ON asked.id = own.question_id
               WHERE o.item_id = n.item_id AND o.annotator_id = a.auditor_id AND o.withdrawn_at IS NULL
                 AND o.submitted_at <= a.decided_at AND asked.key = q.key AND NOT own.abstained
                 AND own.value IS DISTINCT FROM j.value))"""


class Migration(migrations.Migration):
    dependencies = [("reviews", "0012_one_accepted_answer"), ("annotations", "0008_fewer_entries_of_ground_truth")]

    operations = [
        migrations.AddField("audit", "invalid_reason", models.CharField(
            blank=True, db_default="", default="", help_text="why no figure counts it: accepted_in_bulk", max_length=40,
        )),
        migrations.AlterField("audit", "own_judgement", models.ForeignKey(
            blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+",
            to="annotations.judgement",
            help_text="the auditor's own answer when they decided; always there for an override",
        )),
        migrations.RunSQL(MARKED, migrations.RunSQL.noop),
    ]

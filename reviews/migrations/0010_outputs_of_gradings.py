"""What models answered in gradings are outputs of systems to cases, and what was observed of them names those."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Max

from evalhub.lib.database.guards import same_parent_in_use

BATCH = 20_000
# Ids in the order of the answers, so that what was handed out up to an answer is handed out up to its output.
NUMBER = """
    UPDATE reviews_modelanswer a SET output_id = n.output
    FROM (SELECT id, nextval(pg_get_serial_sequence('datasets_modeloutput', 'id')) AS output
          FROM (SELECT id FROM reviews_modelanswer WHERE output_id IS NULL AND id >= %s AND id < %s ORDER BY id) o) n
    WHERE a.id = n.id"""
STORE = """
    INSERT INTO datasets_modeloutput (id, test_case_id, system_id, repetition, text, error, finish_reason, latency_ms,
        tokens_in, tokens_out, cost_usd, text_sha256, simulated, produced)
    SELECT a.output_id, a.test_case_id, s.id, coalesce((
               SELECT max(o.repetition) FROM datasets_modeloutput o
               WHERE o.test_case_id = a.test_case_id AND o.system_id = s.id), 0)
           + row_number() OVER (PARTITION BY a.test_case_id, s.id ORDER BY a.id),
           a.text, '', coalesce(t.finish_reason, ''), a.latency_ms, a.tokens_in, a.tokens_out, a.cost_usd,
           encode(sha256(convert_to(a.text, 'UTF8')), 'hex'), a.simulated, true
    FROM reviews_modelanswer a JOIN reviews_gradingrun g ON g.id = a.grading_id
    JOIN datasets_system s ON s.name = a.model AND (s.id = g.baseline_id OR s.id IN (
        SELECT c.system_id FROM reviews_gradingcandidate c WHERE c.grading_id = g.id))
    LEFT JOIN reviews_llmattempt t ON t.request_id = a.request_id AND t.status = 'ok'
    WHERE a.id >= %s AND a.id < %s
      AND NOT EXISTS (SELECT FROM datasets_modeloutput o WHERE o.id = a.output_id)"""
OBSERVED = """
    UPDATE reviews_qualityobservation o SET output_id = a.output_id, grading_id = a.grading_id
    FROM reviews_modelanswer a WHERE a.id = o.answer_id AND a.id >= %s AND a.id < %s"""

UNIQUE = """
    CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS observation_output_once
    ON reviews_qualityobservation (output_id, grader_id)"""


def fill(apps, schema_editor):
    """Each step commits by itself; a second run does what is left."""
    newest = apps.get_model("reviews", "ModelAnswer").objects.aggregate(newest=Max("id"))["newest"] or 0
    with schema_editor.connection.cursor() as cursor:
        for first in range(0, newest + 1, BATCH):
            for statement in (NUMBER, STORE, OBSERVED):
                cursor.execute(statement, [first, first + BATCH])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0009_reasons_as_codes"), ("datasets", "0005_produced_outputs")]

    operations = [
        migrations.AddField("modelanswer", "output_id", models.BigIntegerField(null=True)),
        migrations.AddField("qualityobservation", "output", models.ForeignKey(
            blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
            to="datasets.modeloutput",
        )),
        migrations.AddField("qualityobservation", "grading", models.ForeignKey(
            blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
            to="reviews.gradingrun",
        )),
        migrations.RunPython(fill),
        same_parent_in_use("reviews_qualityobservation", column="grading_id", parent="reviews_gradingrun"),
        migrations.RunSQL(UNIQUE),
    ]

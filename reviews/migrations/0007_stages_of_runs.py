"""Runs that stand get their stage of scores, their requests a target, and what was spent its sums."""

from django.db import migrations, models
import django.db.models.deletion

FILL = """
    INSERT INTO reviews_runstage
        (run_id, name, kind, position, lane, model, prompt_version, parameters, annotator_id, request_version, status,
         filled_to)
    SELECT r.id, 'score_gen', 'score_gen', 0, 0, a.model, a.prompt_version, a.parameters, a.id, 1, 'open',
        coalesce((SELECT max(item_id) FROM reviews_llmrequest q WHERE q.run_id = r.id), 0)
    FROM reviews_evaluationrun r JOIN annotations_annotator a ON a.id = r.annotator_id;
    UPDATE reviews_llmrequest q SET target = q.item_id, stage_id = s.id
    FROM reviews_runstage s WHERE s.run_id = q.run_id;
    INSERT INTO reviews_spending (organization_id, run_id, month, spent_usd, reserved_usd)
    SELECT r.organization_id, r.id, NULL, sum(t.cost_usd), 0
    FROM reviews_llmattempt t JOIN reviews_llmrequest q ON q.id = t.request_id
    JOIN reviews_evaluationrun r ON r.id = q.run_id
    WHERE t.cost_usd IS NOT NULL GROUP BY r.organization_id, r.id
    UNION ALL
    SELECT r.organization_id, NULL, date_trunc('month', t.started_at AT TIME ZONE 'UTC')::date, sum(t.cost_usd), 0
    FROM reviews_llmattempt t JOIN reviews_llmrequest q ON q.id = t.request_id
    JOIN reviews_evaluationrun r ON r.id = q.run_id
    WHERE t.cost_usd IS NOT NULL GROUP BY 1, 3;
"""


class Migration(migrations.Migration):
    atomic = False  # the rows' deferred checks must be through before the table changes

    dependencies = [("reviews", "0006_engine")]

    operations = [
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AlterField(
            "llmrequest", "stage",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="requests", db_index=False,
                              to="reviews.runstage"),
        ),
        migrations.AlterField("llmrequest", "target", models.BigIntegerField()),
    ]

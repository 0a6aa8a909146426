"""A job says whether an answer of its panel is simulated, and simulated tries of a request are found at once."""

from django.db import migrations, models
from django.db.models import Q

OF_PANELS = """
    UPDATE reviews_job j SET simulated = true
    WHERE EXISTS (
        SELECT 1 FROM reviews_runstage s JOIN annotations_annotator n ON n.id = s.annotator_id
        WHERE s.run_id = j.run_id AND s.kind = 'job_review' AND n.simulated)"""
INDEX = """
    CREATE INDEX CONCURRENTLY IF NOT EXISTS llm_attempt_simulated
    ON reviews_llmattempt (request_id) WHERE simulated"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0013_audits_that_do_not_count")]

    operations = [
        migrations.AddField("job", "simulated", models.BooleanField(
            db_default=False, default=False, help_text="an answer comes from the simulated provider",
        )),
        migrations.RunSQL(OF_PANELS, migrations.RunSQL.noop),
        migrations.RunSQL(
            INDEX, "DROP INDEX CONCURRENTLY IF EXISTS llm_attempt_simulated",
            state_operations=[migrations.AddIndex("llmattempt", models.Index(
                fields=["request"], name="llm_attempt_simulated", condition=Q(simulated=True)
            ))],
        ),
    ]

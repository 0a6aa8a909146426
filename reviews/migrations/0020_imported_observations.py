"""Observations that came in a file are marked: those of nobody's answer here, and of no routed prompt."""

from django.db import migrations, models

MARKED = """
    UPDATE reviews_qualityobservation o SET imported = true
    WHERE o.answer_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM reviews_routedprompt p WHERE p.observation_id = o.id)"""


class Migration(migrations.Migration):
    dependencies = [("reviews", "0019_position_checks")]

    operations = [
        migrations.AddField("qualityobservation", "imported", models.BooleanField(
            db_default=False, default=False, help_text="it came in a file, whoever wrote that",
        )),
        migrations.AddField("routingpolicy", "trusts_imports", models.BooleanField(
            db_default=False, default=False, help_text="imported observations count like those that were made here",
        )),
        migrations.RunSQL(MARKED, migrations.RunSQL.noop),
    ]

"""A request says which questions of its answer have none, and why."""

from django.db import migrations, models
from django.db.models import Value


class Migration(migrations.Migration):
    dependencies = [("reviews", "0015_run_outcomes")]

    operations = [
        migrations.AddField("llmrequest", "question_failures", models.JSONField(
            blank=True, db_default=Value({}, models.JSONField()), default=dict
        )),
    ]

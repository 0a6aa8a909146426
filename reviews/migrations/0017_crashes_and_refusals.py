"""Requests count the workers that vanished over them, and a model's state the calls refused since its pace changed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0016_question_failures")]

    operations = [
        migrations.AddField("llmrequest", "crashes", models.PositiveSmallIntegerField(
            db_default=0, default=0, help_text="workers that ended in the middle"
        )),
        migrations.AddField("providerstate", "refusals", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField("providerstate", "answers", models.PositiveIntegerField(db_default=0, default=0)),
    ]

"""Datasets to which EvalHub adds by itself are in no list."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0005_produced_outputs")]

    operations = [
        migrations.AddField("dataset", "is_listed", models.BooleanField(
            db_default=True, default=True, help_text="false: EvalHub adds to it by itself, and nobody else changes it"
        )),
    ]

"""Outputs that runs here make of published cases are told from those that came with the data."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0004_open_versions")]

    operations = [
        migrations.AddField("modeloutput", "produced", models.BooleanField(
            db_default=False, default=False, help_text="by a run here; no part of the frozen data"
        )),
    ]

"""A judgement keeps how a machine came to its value."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotations", "0001_squashed"), ("datasets", "0002_systems")]

    operations = [
        migrations.AddField("judgement", "details", models.JSONField(
            default=dict, db_default=models.Value({}, models.JSONField())
        )),
    ]

"""Foreign keys of disagreement that follow from the one to (task, item) are no longer checked beside it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotations", "0006_events_by_item")]

    operations = [
        migrations.AlterField("disagreement", "task", models.ForeignKey(
            db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+",
            to="annotations.annotationtask",
        )),
        migrations.AlterField("disagreement", "item", models.ForeignKey(
            db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE,
            related_name="disagreements", to="annotations.taskitem",
        )),
    ]

"""A grading has an annotation task, whose items are its pairs and whose judgements say what judges found."""

import django.db.models.deletion
from django.db import migrations, models

from evalhub.lib.database.guards import same_parent_in_use


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0011_requests_name_outputs"), ("annotations", "0007_unlisted_tasks")]

    operations = [
        migrations.AddField("gradingrun", "task", models.OneToOneField(
            blank=True, help_text="whose items are the pairs; what judges found are its judgements", null=True,
            on_delete=django.db.models.deletion.PROTECT, related_name="grading", to="annotations.annotationtask",
        )),
        same_parent_in_use("reviews_gradingrun", column="task_id", parent="annotations_annotationtask"),
    ]

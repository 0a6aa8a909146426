"""What the database refuses: runs across organizations."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):
    dependencies = [("reviews", "0001_initial"), ("annotations", "0002_guards")]

    operations = [
        same_parent("reviews_evaluationrun", column="task_id", parent="annotations_annotationtask"),
        same_parent("reviews_evaluationrun", column="annotator_id", parent="annotations_annotator"),
    ]

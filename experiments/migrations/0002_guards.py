"""What the database refuses: studies across organizations."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):
    dependencies = [("experiments", "0001_initial"), ("datasets", "0002_guards"), ("reviews", "0002_guards")]

    operations = [
        same_parent("experiments_study", column="window_id", parent="experiments_evidencewindow"),
        same_parent("experiments_study", column="run_id", parent="reviews_evaluationrun"),
        same_parent("experiments_study", column="dataset_version_id", parent="datasets_datasetversion"),
    ]

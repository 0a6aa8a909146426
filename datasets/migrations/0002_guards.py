"""What the database refuses: versions across organizations."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):
    dependencies = [("datasets", "0001_initial")]

    operations = [
        same_parent("datasets_datasetversion", column="dataset_id", parent="datasets_dataset"),
    ]

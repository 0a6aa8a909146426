"""What the database refuses: edited history, work across organizations or tasks."""

from django.db import migrations

from evalhub.lib.database.guards import append_only, same_parent


class Migration(migrations.Migration):
    dependencies = [("annotations", "0001_initial"), ("datasets", "0002_guards")]

    operations = [
        append_only("annotations_annotationevent"),
        same_parent(
            "annotations_annotationtask", column="dataset_version_id", parent="datasets_datasetversion"
        ),
        same_parent("annotations_exportjob", column="task_id", parent="annotations_annotationtask"),
        same_parent("annotations_assignment", column="item_id", parent="annotations_taskitem", via="task_id"),
        same_parent("annotations_annotation", column="item_id", parent="annotations_taskitem", via="task_id"),
    ]

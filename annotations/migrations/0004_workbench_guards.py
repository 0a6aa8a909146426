"""What the database refuses of comments, requests, imports and bulk operations: work across organizations or tasks."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):
    dependencies = [("annotations", "0003_workbench")]

    operations = [
        *(
            same_parent(f"annotations_{name}", column="task_id", parent="annotations_annotationtask")
            for name in ("comment", "savedview", "bulkoperation", "importjob")
        ),
        *(
            same_parent(f"annotations_{name}", column="item_id", parent="annotations_taskitem", via="task_id")
            for name in ("comment", "disagreement", "adjudicationrequest")
        ),
    ]

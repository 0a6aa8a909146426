"""What the database refuses: answers to comments, and notices of them, across organizations."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent_in_use


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("annotations", "0013_imported_people_are_people")]

    operations = [
        same_parent_in_use("annotations_comment", column="answers_id", parent="annotations_comment"),
        same_parent_in_use("annotations_notification", column="comment_id", parent="annotations_comment"),
    ]

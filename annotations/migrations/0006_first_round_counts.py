"""Answers of later rounds are repetitions: the index of what counts leaves them out."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("annotations", "0005_annotator_method")]

    operations = [
        AddIndexConcurrently("annotation", models.Index(
            fields=["task", "id"],
            name="annotation_in_first_round",
            include=["item", "annotator"],
            condition=Q(
                withdrawn_at__isnull=True, superseded_at__isnull=True, exposure="blind", flagged=False, round=1
            ),
        )),
        RemoveIndexConcurrently("annotation", "annotation_counted"),
    ]

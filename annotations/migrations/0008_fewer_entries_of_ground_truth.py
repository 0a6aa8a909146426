"""Ground truth that supersedes nothing, or that nobody decided, needs no index entry for that."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


def without_index(column, index, **field):
    """Drop the full index of a foreign key, whose name Django made, without stopping readers or writers."""
    return migrations.RunSQL(
        f"DROP INDEX CONCURRENTLY IF EXISTS {index}",
        f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {index} ON annotations_groundtruth ({column}_id)",
        state_operations=[migrations.AlterField("groundtruth", column, models.ForeignKey(
            blank=True, db_index=False, null=True, related_name="+", **field
        ))],
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("annotations", "0007_disagreement_checked_once"), migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently("groundtruth", models.Index(
            fields=["supersedes"], name="ground_truth_superseded", condition=Q(supersedes__isnull=False)
        )),
        AddIndexConcurrently("groundtruth", models.Index(
            fields=["decided_by"], name="ground_truth_by_decider", condition=Q(decided_by__isnull=False)
        )),
        without_index(
            "supersedes", "annotations_groundtruth_supersedes_id_5f2002fb",
            on_delete=django.db.models.deletion.PROTECT, to="annotations.groundtruth",
        ),
        without_index(
            "decided_by", "annotations_groundtruth_decided_by_id_4102a46c",
            on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL,
        ),
    ]

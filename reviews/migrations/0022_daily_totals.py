"""Totals of days that are over, so that figures of many weeks do not read every call."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_request_limits"),
        ("annotations", "0015_people_of_tasks"),
        ("reviews", "0021_times_of_calls"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyTotalMark",
            fields=[
                (
                    "organization",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="accounts.organization",
                    ),
                ),
                ("until", models.DateField()),
            ],
        ),
        migrations.CreateModel(
            name="DailyTotal",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("day", models.DateField()),
                ("model", models.CharField(max_length=200)),
                ("kind", models.CharField(max_length=20)),
                ("simulated", models.BooleanField()),
                ("calls", models.PositiveIntegerField()),
                ("cost_usd", models.DecimalField(decimal_places=10, max_digits=18, null=True)),
                ("unpriced", models.PositiveIntegerField()),
                ("answers_usd", models.DecimalField(decimal_places=10, max_digits=18, null=True)),
                ("answers_unpriced", models.PositiveIntegerField()),
                (
                    "latency_bins",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveSmallIntegerField(), size=None),
                ),
                (
                    "latency_counts",
                    django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None),
                ),
                ("done", models.PositiveIntegerField()),
                ("failed", models.PositiveIntegerField()),
                ("items", models.PositiveIntegerField()),
                ("labels", models.PositiveIntegerField()),
                (
                    "organization",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.organization"
                    ),
                ),
                (
                    "task",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="annotations.annotationtask",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("organization", "day", "model", "kind", "task", "simulated"),
                        name="daily_total_once",
                        nulls_distinct=False,
                    )
                ],
            },
        ),
        same_parent("reviews_dailytotal", column="task_id", parent="annotations_annotationtask"),
    ]

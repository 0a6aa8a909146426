"""The library of metrics, what is known of people, and the probability with which an item was selected.

Each column is null or has a default of the database, so that rows are neither rewritten nor read.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q
from evalhub.lib.database.guards import frozen_once_used


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("accounts", "0001_squashed"),
        ("annotations", "0003_formats_of_the_registries"),
    ]

    operations = [
        migrations.CreateModel(
            name="Metric",
            fields=[
                ("id", models.UUIDField(
                    default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False
                )),
                ("key", models.CharField(max_length=64)),
                ("version", models.PositiveIntegerField(default=1)),
                ("title", models.CharField(max_length=500)),
                ("label_type", models.CharField(max_length=40)),
                ("config", models.JSONField(default=dict)),
                ("criteria", models.JSONField(default=dict, help_text="description, anchors of values, steps")),
                ("direction", models.CharField(
                    default="none", help_text="which values are better: higher, lower, none", max_length=6
                )),
                ("pass_at", models.FloatField(
                    blank=True, help_text="the value from which an answer passes", null=True
                )),
                ("method", models.CharField(
                    blank=True, default="", help_text="key of the scorer that computes it", max_length=100
                )),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by", models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                )),
                ("organization", models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.organization"
                )),
            ],
            options={
                "ordering": ["key", "-version"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("organization", "key", "version"), name="metric_version_unique"
                    ),
                    models.CheckConstraint(condition=Q(version__gte=1), name="metric_version_from_one"),
                    models.CheckConstraint(
                        condition=Q(direction__in=["higher", "lower", "none"]), name="metric_direction_known"
                    ),
                    models.CheckConstraint(
                        condition=Q(pass_at__isnull=True) | ~Q(direction="none"), name="metric_pass_has_direction"
                    ),
                ],
            },
        ),
        migrations.AddField("question", "metric", models.ForeignKey(
            blank=True,
            help_text="of the library, whose label type and config it has",
            null=True,
            on_delete=django.db.models.deletion.PROTECT,
            related_name="questions",
            to="annotations.metric",
        )),
        frozen_once_used(
            "annotations_metric", used_by="annotations_question", column="metric_id", free="created_by_id"
        ),
        migrations.AddField("annotator", "blocked_at", models.DateTimeField(
            blank=True, help_text="since when no new item goes to a person", null=True
        )),
        migrations.AddField("annotator", "expertise_tags", django.contrib.postgres.fields.ArrayField(
            base_field=models.CharField(max_length=60), blank=True, db_default=[], default=list, size=None
        )),
        migrations.AddField("annotator", "languages", django.contrib.postgres.fields.ArrayField(
            base_field=models.CharField(max_length=35), blank=True, db_default=[], default=list, size=None
        )),
        migrations.AddField("assignment", "selection_probability", models.FloatField(
            blank=True,
            help_text="with which the item was chosen for this annotator, where chance chose; null: a rule or a person "
            "did",
            null=True,
        )),
        AddConstraintNotValid("assignment", models.CheckConstraint(  # what is there is null
            condition=Q(selection_probability__isnull=True)
            | Q(selection_probability__gt=0, selection_probability__lte=1),
            name="assignment_probability_range",
        )),
    ]

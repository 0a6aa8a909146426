"""Runs in which an evaluation asks a system for its outputs."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Q

KINDS = ("scoring", "study", "grading", "prompt", "review", "evaluation")


class Migration(migrations.Migration):
    atomic = False  # a check is validated while rows are written

    dependencies = [("reviews", "0023_provider_keys")]

    operations = [
        migrations.RemoveConstraint("evaluationrun", "run_kind_known"),
        migrations.AlterField("evaluationrun", "kind", models.CharField(
            max_length=10, help_text="what it was begun for: one of KINDS"
        )),
        AddConstraintNotValid("evaluationrun", models.CheckConstraint(
            condition=Q(kind__in=KINDS), name="run_kind_known"
        )),
        ValidateConstraint("evaluationrun", "run_kind_known"),
    ]

"""Tasks that evaluations make, and why a machine has no value for a question."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False  # a check is validated while rows are written

    dependencies = [("annotations", "0015_people_of_tasks")]

    operations = [
        migrations.RemoveConstraint("annotationtask", "task_origin_known"),
        AddConstraintNotValid("annotationtask", models.CheckConstraint(
            condition=Q(origin__in=["person", "study", "result_review", "evaluation"]), name="task_origin_known"
        )),
        ValidateConstraint("annotationtask", "task_origin_known"),
        migrations.AlterField("annotationtask", "origin", models.CharField(
            db_default="person",
            default="person",
            help_text="who made it: a person, a study, result reviews, an evaluation",
            max_length=13,
        )),
        migrations.AddField("judgement", "failure", models.TextField(
            blank=True, db_default="", default="", help_text="why a machine has no value"
        )),
        AddConstraintNotValid("judgement", models.CheckConstraint(
            condition=Q(failure="") | Q(abstained=True), name="judgement_failure_has_no_value"
        )),
        ValidateConstraint("judgement", "judgement_failure_has_no_value"),
    ]

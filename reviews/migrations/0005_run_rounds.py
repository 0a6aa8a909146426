"""An annotator may answer a task several times: each run of it is a round, and those there are become the first."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0004_judge_tests")]

    operations = [
        migrations.AddField("evaluationrun", "round", models.PositiveSmallIntegerField(
            default=1, db_default=1, help_text="of its annotator over its task"
        )),
        migrations.AddConstraint("evaluationrun", models.UniqueConstraint(
            fields=["task", "annotator", "round"], name="run_once_per_round"
        )),
        migrations.RemoveConstraint("evaluationrun", "run_once_per_annotator"),
        AddConstraintNotValid("evaluationrun", models.CheckConstraint(
            condition=Q(round=1) | Q(round__gt=1, kind="scoring"), name="run_round_of_scoring"
        )),
        ValidateConstraint("evaluationrun", "run_round_of_scoring"),
    ]

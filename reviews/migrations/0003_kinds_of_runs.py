"""A run says what it was begun for."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Q

KINDS = ("scoring", "study", "grading", "prompt", "review")
# A run without a task is told by its stages; a study's may not have any yet.
FILL = """
    UPDATE reviews_evaluationrun r SET kind = CASE
        WHEN r.task_id IS NOT NULL THEN 'scoring'
        ELSE coalesce((
            SELECT min(CASE WHEN s.kind = 'job_review' THEN 'review' WHEN s.kind = 'prompt' THEN 'prompt'
                            WHEN s.kind LIKE 'grading%%' THEN 'grading' END)
            FROM reviews_runstage s WHERE s.run_id = r.id), 'study')
        END
    WHERE r.kind = ''"""


class Migration(migrations.Migration):
    atomic = False  # the rows' deferred checks must be through before the table changes

    dependencies = [("reviews", "0002_orders_of_showing")]

    operations = [
        migrations.AddField("evaluationrun", "kind", models.CharField(
            db_default="", max_length=8, help_text="what it was begun for: one of KINDS"
        )),
        migrations.RunSQL([(FILL, [])], migrations.RunSQL.noop),
        migrations.AlterField("evaluationrun", "kind", models.CharField(
            max_length=8, help_text="what it was begun for: one of KINDS"
        )),
        AddConstraintNotValid("evaluationrun", models.CheckConstraint(
            condition=Q(kind__in=KINDS), name="run_kind_known"
        )),
        ValidateConstraint("evaluationrun", "run_kind_known"),
        migrations.RemoveConstraint("evaluationrun", "run_task_and_annotator"),
        AddConstraintNotValid("evaluationrun", models.CheckConstraint(
            condition=Q(task__isnull=True, annotator__isnull=True) & ~Q(kind="scoring")
            | Q(task__isnull=False, annotator__isnull=False, kind="scoring"),
            name="run_task_and_annotator",
        )),
        ValidateConstraint("evaluationrun", "run_task_and_annotator"),
    ]

"""Juries of models score besides people, models and programs."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("annotations", "0018_judgements_by_number")]

    operations = [
        migrations.RemoveConstraint("annotator", "annotator_kind_agrees"),
        migrations.AlterField(
            "annotator",
            "kind",
            models.CharField(
                max_length=8,
                choices=[("human", "Person"), ("llm", "Model"), ("program", "Program"), ("jury", "Jury")],
            ),
        ),
        migrations.AddConstraint(
            "annotator",
            models.CheckConstraint(
                condition=Q(kind="human", user__isnull=False, model="", external_name="")
                | Q(kind="human", user__isnull=True, model="") & ~Q(external_name="")
                | Q(kind="llm", user__isnull=True, external_name="") & ~Q(model="")
                | Q(kind="program", user__isnull=True, external_name="")
                | Q(kind="jury", user__isnull=True, external_name="", model=""),
                name="annotator_kind_agrees",
            ),
        ),
    ]

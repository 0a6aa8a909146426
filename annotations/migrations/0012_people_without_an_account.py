"""People without an account are people: annotators of kind human under the name that they have outside."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("annotations", "0011_returned_and_withdrawn_are_counted")]

    operations = [
        migrations.AddField("annotator", "external_name", models.CharField(
            max_length=200, blank=True, default="", db_default="",
            help_text="of a person without an account: e-mail or name, as a file had it",
        )),
        migrations.RemoveConstraint("annotator", "annotator_kind_agrees"),
        migrations.AddConstraint("annotator", models.CheckConstraint(
            condition=Q(kind="human", user__isnull=False, model="", external_name="")
            | Q(kind="human", user__isnull=True, model="") & ~Q(external_name="")
            | Q(kind="llm", user__isnull=True, external_name="") & ~Q(model="")
            | Q(kind="program", user__isnull=True, external_name=""),
            name="annotator_kind_agrees",
        )),
        migrations.AddConstraint("annotator", models.UniqueConstraint(
            fields=["organization", "external_name"], name="annotator_outside_unique",
            condition=Q(kind="human") & ~Q(external_name=""),
        )),
    ]

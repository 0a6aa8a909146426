"""People whose answers an import brought are people, under the name they have outside; until now they were programs."""

from django.db import migrations, models
from django.db.models import Q

PEOPLE = """
    UPDATE annotations_annotator SET
        kind = 'human', fingerprint = '', parameters = '{}',
        name = regexp_replace(name, ' \\(imported\\)$', ''),
        external_name = regexp_replace(name, ' \\(imported\\)$', '')
    WHERE kind = 'program' AND parameters->>'imported_as' = 'person'"""
MACHINES = """
    UPDATE annotations_annotator SET name = regexp_replace(name, ' \\(imported\\)$', '')
    WHERE kind = 'program' AND parameters->>'imported_as' = 'machine'"""


class Migration(migrations.Migration):
    dependencies = [("annotations", "0011_returned_and_withdrawn_are_counted")]

    operations = [
        migrations.AddField("annotator", "external_name", models.CharField(
            blank=True, db_default="", default="", max_length=200,
        )),
        migrations.RemoveConstraint("annotator", "annotator_kind_agrees"),
        migrations.RunSQL([PEOPLE, MACHINES], migrations.RunSQL.noop),
        # Both look at a table of some hundred rows.
        migrations.AddConstraint("annotator", models.CheckConstraint(
            name="annotator_kind_agrees",
            condition=Q(kind="human", user__isnull=False, model="", external_name="")
            | Q(kind="human", user__isnull=True, model="") & ~Q(external_name="")
            | Q(kind="llm", user__isnull=True, external_name="") & ~Q(model="")
            | Q(kind="program", user__isnull=True, external_name=""),
        )),
        migrations.AddConstraint("annotator", models.UniqueConstraint(
            fields=["organization", "external_name"], name="annotator_external_name_unique",
            condition=Q(kind="human", user=None),
        )),
    ]

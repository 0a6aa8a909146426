"""Blocks in place of an index over all metadata, which cost an import more than the cases themselves."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0002_guards")]

    operations = [
        migrations.CreateModel(
            name="CaseBlock",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("field", models.CharField(max_length=200)),
                ("first_row", models.PositiveIntegerField()),
                ("last_row", models.PositiveIntegerField()),
                ("values", django.contrib.postgres.fields.ArrayField(models.BigIntegerField())),
                ("counts", django.contrib.postgres.fields.ArrayField(models.IntegerField())),
                (
                    "version",
                    models.ForeignKey(
                        "datasets.DatasetVersion", db_index=False, on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                    ),
                ),
            ],
            options={"ordering": ["first_row"]},
        ),
        migrations.AddConstraint(
            "caseblock",
            models.UniqueConstraint(fields=["version", "field", "first_row"], name="block_once_per_field"),
        ),
        migrations.RemoveIndex("testcase", "case_metadata"),
    ]

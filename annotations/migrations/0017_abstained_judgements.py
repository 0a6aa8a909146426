"""Answers without a value are found without reading all of a question's."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # the index is built while rows are written

    dependencies = [("annotations", "0016_origin_of_evaluations")]

    operations = [
        AddIndexConcurrently("judgement", models.Index(
            fields=["question"], name="judgement_abstained", condition=models.Q(abstained=True)
        )),
    ]

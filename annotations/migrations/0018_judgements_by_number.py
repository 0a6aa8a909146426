"""Scores within a range are found without reading all of a question's."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # the index is built while rows are written

    dependencies = [("annotations", "0017_abstained_judgements")]

    operations = [
        AddIndexConcurrently("judgement", models.Index(
            fields=["question", "number"],
            name="judgement_by_number",
            include=["annotation"],
            condition=models.Q(number__isnull=False),
        )),
    ]

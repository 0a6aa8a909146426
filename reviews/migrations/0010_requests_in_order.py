"""Requests of a stage by state, in order: what follows from a million done ones is read in pieces."""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0009_job_guards")]

    operations = [
        AddIndexConcurrently(
            "llmrequest", models.Index(fields=["stage", "state", "id"], name="llm_request_in_order")
        ),
        RemoveIndexConcurrently("llmrequest", "llm_request_by_stage"),
    ]

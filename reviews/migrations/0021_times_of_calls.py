"""Calls, requests and audits are counted by when they were: within a period, whoever they belong to."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("reviews", "0020_origins_of_tasks")]

    operations = [
        AddIndexConcurrently("llmattempt", models.Index(fields=["started_at"], name="llm_attempt_by_time")),
        AddIndexConcurrently(
            "llmrequest",
            models.Index(
                fields=["finished_at"],
                name="llm_request_by_end",
                condition=models.Q(state__in=["done", "failed"], reused_from__isnull=True),
            ),
        ),
        AddIndexConcurrently("audit", models.Index(fields=["decided_at"], name="audit_by_time")),
    ]

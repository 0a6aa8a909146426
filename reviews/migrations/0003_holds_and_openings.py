"""Runs that wait for their provider, tries noted before the call, and what auditors have seen."""

from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import CASCADE, PROTECT
from evalhub.lib.database.migrating import in_one_step


class Migration(migrations.Migration):
    dependencies = [("reviews", "0002_guards"), ("annotations", "0002_guards")]

    operations = in_one_step([
        migrations.AddField("evaluationrun", "held_until", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("evaluationrun", "held_reason", models.TextField(blank=True, default="")),
        migrations.AddConstraint(
            "evaluationrun",
            models.CheckConstraint(
                condition=Q(held_until__isnull=True) | ~Q(held_reason=""), name="run_hold_has_reason"
            ),
        ),
        migrations.AddConstraint(
            "llmattempt",
            models.CheckConstraint(
                condition=Q(
                    status__in=["sent", "ok", "retryable", "fatal", "blocked", "unreadable", "lost"]
                ),
                name="llm_attempt_status_known",
            ),
        ),
        migrations.CreateModel(
            "AuditOpening",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                (
                    "annotation",
                    models.ForeignKey(
                        "annotations.annotation", on_delete=CASCADE, related_name="openings", db_index=False
                    ),
                ),
                (
                    "auditor",
                    models.ForeignKey("annotations.annotator", on_delete=PROTECT, related_name="+"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["annotation", "auditor"], name="audit_opening_once")
                ],
            },
        ),
    ])

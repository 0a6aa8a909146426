"""A try that answered too late has a status of its own, and one try of a request is accepted."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Q

KNOWN = ["sent", "ok", "retryable", "fatal", "blocked", "unreadable", "lost", "late"]
# Of several accepted answers the last one was asked by who held the request.
LATE = """
    UPDATE reviews_llmattempt a SET status = 'late', error_class = 'answered_late'
    WHERE a.status = 'ok' AND EXISTS (
        SELECT 1 FROM reviews_llmattempt b
        WHERE b.request_id = a.request_id AND b.status = 'ok' AND b.number > a.number)"""
INDEX = """
    CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS llm_attempt_one_accepted
    ON reviews_llmattempt (request_id) WHERE status = 'ok'"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0011_one_grader_and_shadows")]

    operations = [
        migrations.RemoveConstraint("llmattempt", "llm_attempt_status_known"),
        AddConstraintNotValid(
            "llmattempt", models.CheckConstraint(condition=Q(status__in=KNOWN), name="llm_attempt_status_known")
        ),
        ValidateConstraint("llmattempt", "llm_attempt_status_known"),
        migrations.RunSQL(LATE, migrations.RunSQL.noop),
        migrations.RunSQL(
            INDEX, "DROP INDEX CONCURRENTLY IF EXISTS llm_attempt_one_accepted",
            state_operations=[migrations.AddConstraint("llmattempt", models.UniqueConstraint(
                fields=["request"], name="llm_attempt_one_accepted", condition=Q(status="ok")
            ))],
        ),
    ]

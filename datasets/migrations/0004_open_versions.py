"""Versions that take cases one by one, answers that are right beside the expected one, and cases nobody changes."""

from django.db import migrations, models
from django.db.models import Q, Value

FROZEN = """
    CREATE FUNCTION refuse_change_of_cases() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM (SELECT DISTINCT version_id FROM old_cases) c
        JOIN datasets_datasetversion v ON v.id = c.version_id
        WHERE v.is_open OR v.status = 'PUBLISHED'
      ) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'cases of an open or published version never change',
          CONSTRAINT = 'case_frozen';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER case_frozen_updated AFTER UPDATE ON datasets_testcase REFERENCING OLD TABLE AS old_cases
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_cases();
    CREATE TRIGGER case_frozen_deleted AFTER DELETE ON datasets_testcase REFERENCING OLD TABLE AS old_cases
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_cases();
"""
THAWED = """
    DROP TRIGGER case_frozen_deleted ON datasets_testcase;
    DROP TRIGGER case_frozen_updated ON datasets_testcase;
    DROP FUNCTION refuse_change_of_cases();
"""


class Migration(migrations.Migration):
    dependencies = [("datasets", "0003_formats_of_the_registry")]

    operations = [
        migrations.AddField(
            "datasetversion",
            "is_open",
            models.BooleanField(
                db_default=False, default=False, help_text="cases are added to it, until it is published"
            ),
        ),
        migrations.AddConstraint(
            "datasetversion",
            models.CheckConstraint(
                condition=Q(is_open=False) | Q(status="DRAFT", validation_status="VALID", state="done"),
                name="version_open_is_draft",
            ),
        ),
        migrations.AddField(
            "testcase",
            "acceptable_answers",
            models.JSONField(
                db_default=Value([], output_field=models.JSONField()),
                default=list,
                help_text="texts that are as right as expected_output",
            ),
        ),
        migrations.RunSQL(FROZEN, THAWED),
    ]

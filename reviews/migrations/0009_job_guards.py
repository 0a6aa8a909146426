"""What the database refuses: jobs and gradings across organizations, and changes of a published method document."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent

PUBLISHED = """
    CREATE FUNCTION refuse_published_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a published method document never changes'; END $$;
    CREATE TRIGGER method_document_published BEFORE UPDATE OR DELETE ON reviews_methoddocument
    FOR EACH ROW WHEN (OLD.status = 'published') EXECUTE FUNCTION refuse_published_change();
"""
BACK = """
    DROP TRIGGER method_document_published ON reviews_methoddocument;
    DROP FUNCTION refuse_published_change();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0008_jobs_and_quality"), ("annotations", "0002_guards"), ("datasets", "0001_initial"),
    ]

    operations = [
        same_parent("reviews_methodtask", column="task_id", parent="annotations_annotationtask"),
        same_parent("reviews_job", column="method_task_id", parent="reviews_methodtask"),
        same_parent("reviews_job", column="run_id", parent="reviews_evaluationrun"),
        same_parent("reviews_gradingrun", column="dataset_version_id", parent="datasets_datasetversion"),
        same_parent("reviews_gradingrun", column="run_id", parent="reviews_evaluationrun"),
        migrations.RunSQL(PUBLISHED, BACK),
    ]

"""What the database refuses: audit picks, judge calibrations, routed prompts and spending across organizations."""

from django.db import migrations

from evalhub.lib.database.guards import same_parent_in_use


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("reviews", "0020_imported_observations"), ("annotations", "0008_fewer_entries_of_ground_truth"),
    ]

    operations = [
        same_parent_in_use("reviews_auditpick", column="task_id", parent="annotations_annotationtask"),
        same_parent_in_use("reviews_judgecalibration", column="grading_id", parent="reviews_gradingrun"),
        same_parent_in_use("reviews_routedprompt", column="observation_id", parent="reviews_qualityobservation"),
        same_parent_in_use("reviews_spending", column="run_id", parent="reviews_evaluationrun"),
    ]

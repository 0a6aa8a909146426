"""A machine annotator names the scorer that asks and reads for it."""

from django.db import migrations, models

FILL = """
    UPDATE annotations_annotator SET method = CASE
        WHEN parameters ->> 'imported_as' = 'prelabels' THEN 'prelabels'
        WHEN parameters ? 'imported_as' OR kind = 'program' THEN 'import'
        WHEN split_part(parser_version, '.', 1) IN ('score_gen_single', 'score_gen_subset')
            THEN 'study_' || split_part(parser_version, '.', 1)
        WHEN parser_version LIKE 'method-review-%' THEN split_part(prompt_version, ' ', 1)
        WHEN parser_version LIKE 'questions-%' OR prompt_version LIKE 'questions.%' THEN 'questions'
        ELSE ''
    END
    WHERE kind <> 'human' AND method = ''
"""


class Migration(migrations.Migration):
    dependencies = [("annotations", "0004_metrics_and_people")]

    operations = [
        migrations.AddField("annotator", "method", models.CharField(
            max_length=100,
            blank=True,
            default="",
            db_default="",
            help_text="key of the scorer that asks and reads; import or prelabels: came with a file; none of people",
        )),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddConstraint("annotator", models.CheckConstraint(
            condition=models.Q(("kind", "human"), _negated=True) | models.Q(method=""),
            name="annotator_person_has_no_method",
        )),
    ]

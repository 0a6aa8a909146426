"""Requests of gradings name outputs in place of answers, all at once: then nothing is known of answers any more."""

from django.db import migrations, models

# Numbers of answers and of outputs overlap, so targets are negative until all of them have changed.
NAMED = [
    """
    UPDATE reviews_llmrequest q SET result = a.output_id
    FROM reviews_runstage s, reviews_gradingrun g, reviews_modelanswer a
    WHERE s.id = q.stage_id AND s.kind = 'grading_answer' AND g.run_id = s.run_id AND a.grading_id = g.id
      AND a.id = q.result""",
    """
    UPDATE reviews_llmrequest q SET target = -a.output_id FROM reviews_runstage s, reviews_modelanswer a
    WHERE s.id = q.stage_id AND s.kind IN ('grading_judge', 'grading_judge_swapped', 'grading_embedding')
      AND a.id = q.target""",
    """
    UPDATE reviews_llmrequest q SET target = -q.target FROM reviews_runstage s
    WHERE s.id = q.stage_id AND s.kind IN ('grading_judge', 'grading_judge_swapped', 'grading_embedding')
      AND q.target < 0""",
    """
    UPDATE reviews_runstage s
    SET filled_to = coalesce((SELECT max(a.output_id) FROM reviews_modelanswer a WHERE a.id <= s.filled_to), 0)
    WHERE s.kind IN ('grading_judge', 'grading_judge_swapped', 'grading_embedding')""",
    "SET CONSTRAINTS ALL IMMEDIATE",
]

USED = """
    ALTER TABLE reviews_qualityobservation
    ADD CONSTRAINT observation_once_per_grader UNIQUE USING INDEX observation_output_once"""


class Migration(migrations.Migration):
    dependencies = [("reviews", "0010_outputs_of_gradings")]

    operations = [
        migrations.RunSQL(NAMED),
        migrations.RemoveConstraint("qualityobservation", "observation_once_per_grader"),
        migrations.RemoveField("qualityobservation", "answer"),
        migrations.RunSQL(USED, state_operations=[migrations.AddConstraint("qualityobservation", models.UniqueConstraint(
            fields=["output", "grader_id"], name="observation_once_per_grader"
        ))]),
        migrations.DeleteModel("ModelAnswer"),
    ]

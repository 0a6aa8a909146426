"""Gradings, their stages and the annotators of their judges name the version of the rubric that a model is asked by."""

from django.db import migrations, models

JUDGES = "method = 'llm_judge' AND kind = 'llm'"
STAGES = "kind IN ('grading_judge', 'grading_judge_swapped', 'shadow_judge')"
FORWARD = [
    "UPDATE reviews_gradingrun SET judge_prompt = 'llm_judge.v1' WHERE judge = 'llm_judge'",
    "UPDATE reviews_runstage SET prompt_version = 'llm_judge.v1'"
    f" WHERE {STAGES} AND prompt_version LIKE 'llm\\_judge:v1:%'",
    "UPDATE annotations_annotator SET prompt_version = 'llm_judge.v1'"
    f" WHERE {JUDGES} AND prompt_version LIKE 'llm\\_judge:v1:%'",
]
BACKWARD = [
    f"UPDATE {table} SET prompt_version = left('llm_judge:v1:' || model, 100)"
    f" WHERE {condition} AND prompt_version = 'llm_judge.v1'"
    for table, condition in (("reviews_runstage", STAGES), ("annotations_annotator", JUDGES))
]


class Migration(migrations.Migration):
    dependencies = [("reviews", "0013_scores_are_judgements"), ("annotations", "0007_unlisted_tasks")]

    operations = [
        migrations.AddField("gradingrun", "judge_prompt", models.CharField(
            max_length=100,
            blank=True,
            default="",
            db_default="",
            help_text="the version of the prompt that a judge model is asked by",
        )),
        migrations.RunSQL(FORWARD, BACKWARD),
    ]

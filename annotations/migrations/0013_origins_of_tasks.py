"""A task says who made it: a person, a study, or result reviews."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotations", "0012_saved_views_of_items")]

    operations = [
        migrations.AddField("annotationtask", "origin", models.CharField(
            db_default="person",
            default="person",
            help_text="who made it: a person, a study, result reviews",
            max_length=13,
        )),
        migrations.AddConstraint("annotationtask", models.CheckConstraint(
            condition=models.Q(origin__in=["person", "study", "result_review"]), name="task_origin_known"
        )),
    ]

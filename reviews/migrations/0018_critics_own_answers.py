"""What a critic answered by itself before it was shown the judgement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0017_crashes_and_refusals")]

    operations = [
        migrations.AddField("critique", "own_answers", models.JSONField(
            default=dict, db_default=models.Value({}, models.JSONField()),
            help_text="{question key: value} that the critic gave before it saw the answer; null: it abstained",
        )),
    ]

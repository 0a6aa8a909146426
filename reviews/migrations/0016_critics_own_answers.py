"""What a critic answered by itself before it was shown the judgement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviews", "0013_audits_that_do_not_count")]

    operations = [
        migrations.AddField("critique", "own_answers", models.JSONField(
            default=dict, db_default=models.Value({}, models.JSONField()),
            help_text="{question key: value} that the critic gave before it saw the answer; null: it abstained",
        )),
    ]

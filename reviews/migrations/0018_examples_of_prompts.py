"""A prompt may show examples: answers that people have audited."""

from django.db import migrations, models
from django.db.models import Value


class Migration(migrations.Migration):
    dependencies = [("reviews", "0017_reasons_of_quality")]

    operations = [
        migrations.AddField("prompt", "examples", models.JSONField(
            default=list,
            db_default=Value([], models.JSONField()),
            help_text="[{annotation, item, case, texts, answers}] of audited answers that models are shown",
        )),
        migrations.AlterField(
            "prompt", "content_sha256", models.CharField(max_length=64, help_text="of the content with the examples")
        ),
    ]

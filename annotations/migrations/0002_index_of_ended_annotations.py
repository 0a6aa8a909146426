"""Find answers of an item that were withdrawn or replaced: whoever saw one is not blind."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotations", "0001_tables"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="annotation",
            index=models.Index(
                condition=models.Q(("withdrawn_at__isnull", False), ("superseded_at__isnull", False), _connector="OR"),
                fields=["item"],
                name="annotation_ended",
            ),
        ),
    ]

"""What is flagged is found without reading all annotations of a task."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotations", "0008_row_errors_as_codes")]

    operations = [
        migrations.AddIndex(
            model_name="annotation",
            index=models.Index(
                condition=models.Q(("flagged", True)), fields=["task", "item"], name="annotation_flagged"
            ),
        )
    ]

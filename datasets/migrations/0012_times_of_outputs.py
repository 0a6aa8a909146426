"""When running systems gave their outputs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0011_partial_uploads")]

    operations = [
        migrations.AddField("modeloutput", "occurred_at", models.DateTimeField(
            blank=True, help_text="when a running system gave it", null=True
        )),
    ]

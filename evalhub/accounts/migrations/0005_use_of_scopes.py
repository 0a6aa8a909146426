"""Which scopes of a key were needed when: recorded from now on."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_bound_keys_of_one_organization"),
    ]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="scope_days",
            field=models.JSONField(
                db_default={}, default=dict, help_text="{scope: the last day (UTC) on which an operation needed it}"
            ),
        ),
        migrations.AddField(
            model_name="apikey",
            name="use_recorded_since",
            field=models.DateTimeField(db_default=Now(), editable=False),
        ),
    ]

"""Tasks that are made for scores of machines are in no list, and may show compared outputs in one order to all."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotations", "0006_first_round_counts")]

    operations = [
        migrations.AddField("annotationtask", "is_listed", models.BooleanField(
            db_default=True, default=True, help_text="false: made for scores of machines, no person is asked yet"
        )),
        migrations.AddField("annotationtask", "keeps_order", models.BooleanField(
            db_default=False, default=False, help_text="compared outputs stand as stored, for everybody"
        )),
    ]

"""Formats of exports and imports are those of their registries: no second list in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotations", "0002_judgement_details")]

    operations = [
        migrations.RemoveConstraint(model_name="exportjob", name="export_format_known"),
        migrations.RemoveConstraint(model_name="importjob", name="import_format_known"),
        migrations.AlterField(model_name="exportjob", name="format", field=models.CharField(max_length=40)),
        migrations.AlterField(model_name="importjob", name="format", field=models.CharField(max_length=40)),
    ]

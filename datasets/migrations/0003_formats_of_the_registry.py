"""Formats of files are those of the registry: no second list in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0002_systems")]

    operations = [
        migrations.RemoveConstraint(model_name="datasetversion", name="version_format_known"),
        migrations.AlterField(
            model_name="datasetversion", name="file_format", field=models.CharField(max_length=40)
        ),
    ]

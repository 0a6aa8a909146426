"""A key may be bound to a dataset, an annotation task or an experiment of its organization."""

import django.db.models.deletion
from django.db import migrations, models

KINDS = {
    "dataset": ("datasets", "Dataset"),
    "task": ("annotations", "AnnotationTask"),
    "experiment": ("experiments", "Experiment"),
}


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_admin_scope"),
        ("annotations", "0001_tables"),
        ("datasets", "0001_tables"),
        ("experiments", "0001_tables"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name="apikey",
                name=name,
                field=models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="+",
                    to=f"{app}.{model.lower()}",
                ),
            )
            for name, (app, model) in KINDS.items()
        ),
        migrations.AddConstraint(
            model_name="apikey",
            constraint=models.CheckConstraint(
                condition=models.Q(dataset=None, task=None)
                | models.Q(dataset=None, experiment=None)
                | models.Q(task=None, experiment=None),
                name="api_key_bound_once",
            ),
        ),
    ]

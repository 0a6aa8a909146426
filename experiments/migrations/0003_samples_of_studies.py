"""Samples of studies, which leave the lists with their evidence when they are removed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('experiments', '0002_origins_of_tasks'),
    ]

    operations = [
        migrations.AddField(
            model_name='evidencewindow',
            name='is_listed',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='study',
            name='is_listed',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='study',
            name='is_sample',
            field=models.BooleanField(db_default=False, default=False, help_text='an example that the start page makes'),
        ),
    ]

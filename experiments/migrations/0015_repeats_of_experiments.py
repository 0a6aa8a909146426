"""Which experiment another one repeats."""

import django.db.models.deletion
from django.db import migrations, models

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):

    dependencies = [
        ('experiments', '0014_posteriors_of_shares'),
    ]

    operations = [
        migrations.AddField(
            model_name='experiment',
            name='repeats',
            field=models.ForeignKey(blank=True, help_text='its plan again', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='repeated_by', to='experiments.experiment'),
        ),
        same_parent("experiments_experiment", column="repeats_id", parent="experiments_experiment"),
    ]

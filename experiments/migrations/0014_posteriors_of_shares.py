"""What was known of each variant when the shares of a bandit were drawn."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('experiments', '0013_reducers_of_repetitions'),
    ]

    operations = [
        migrations.AddField(
            model_name='variantshares',
            name='posteriors',
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name='experiment',
            name='allocation_policy',
            field=models.JSONField(default=dict, help_text='of a bandit: {policy, floor, growth, seed}'),
        ),
    ]

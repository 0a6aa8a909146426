"""How many requests API keys of an organization may send in a minute."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_teams'),
    ]

    operations = [
        migrations.AddField(
            model_name='organization',
            name='batch_requests_per_minute',
            field=models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True),
        ),
        migrations.AddField(
            model_name='organization',
            name='organization_requests_per_minute',
            field=models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True),
        ),
        migrations.AddField(
            model_name='organization',
            name='query_requests_per_minute',
            field=models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True),
        ),
        migrations.AddField(
            model_name='organization',
            name='sync_requests_per_minute',
            field=models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True),
        ),
        migrations.AddConstraint(
            model_name='organization',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('sync_requests_per_minute', 0), _negated=True), models.Q(('batch_requests_per_minute', 0), _negated=True), models.Q(('query_requests_per_minute', 0), _negated=True), models.Q(('organization_requests_per_minute', 0), _negated=True)), name='organization_requests_above_zero'),
        ),
    ]

"""What an organization sets: time zone, how long raw answers are kept, default model, thresholds of new tasks."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_request_limits'),
    ]

    operations = [
        migrations.AddField(
            model_name='organization',
            name='audit_sample_share',
            field=models.FloatField(blank=True, help_text='of new tasks; null: a tenth', null=True),
        ),
        migrations.AddField(
            model_name='organization',
            name='consensus_threshold',
            field=models.FloatField(blank=True, help_text='of new tasks; null: two thirds', null=True),
        ),
        migrations.AddField(
            model_name='organization',
            name='default_model',
            field=models.CharField(blank=True, db_default='', default='', help_text='what forms begin with', max_length=200),
        ),
        migrations.AddField(
            model_name='organization',
            name='keep_raw_days',
            field=models.PositiveIntegerField(blank=True, help_text='how long raw answers of providers are kept; null: the setting of the server', null=True),
        ),
        migrations.AddField(
            model_name='organization',
            name='time_zone',
            field=models.CharField(blank=True, db_default='', default='', help_text='of days and times on pages; empty: UTC', max_length=64),
        ),
        migrations.AddConstraint(
            model_name='organization',
            constraint=models.CheckConstraint(condition=models.Q(('consensus_threshold__isnull', True), models.Q(('consensus_threshold__gte', 0), ('consensus_threshold__lte', 1)), _connector='OR'), name='organization_threshold_range'),
        ),
        migrations.AddConstraint(
            model_name='organization',
            constraint=models.CheckConstraint(condition=models.Q(('audit_sample_share__isnull', True), models.Q(('audit_sample_share__gte', 0), ('audit_sample_share__lte', 1)), _connector='OR'), name='organization_audit_share_range'),
        ),
    ]

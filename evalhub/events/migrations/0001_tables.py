"""Events and webhooks, and what the database refuses of them.

In place of the migrations up to 0002_webhooks, for new databases and for those that have all of them.
"""

import django.core.serializers.json
import django.db.models.deletion
import django.db.models.functions.datetime
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models
from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):

    replaces = [
        ('events', '0001_outbox'),
        ('events', '0002_webhooks'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OutboxEvent',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('sequence', models.BigIntegerField(blank=True, null=True)),
                ('type', models.CharField(max_length=60)),
                ('object_type', models.CharField(max_length=60)),
                ('object_id', models.CharField(max_length=64)),
                ('payload', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(condition=models.Q(('sequence', None)), fields=['id'], name='outbox_unnumbered'), models.Index(fields=['created_at'], name='outbox_by_age')],
                'constraints': [models.UniqueConstraint(fields=('organization', 'sequence'), name='outbox_sequence_once'), models.CheckConstraint(condition=models.Q(('sequence', None), ('sequence__gte', 1), _connector='OR'), name='outbox_from_1')],
            },
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='waiting', max_length=12)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('lease_owner', models.CharField(blank=True, default='', max_length=80)),
                ('next_attempt_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, default='')),
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('url', models.CharField(blank=True, db_default='', default='', max_length=2000)),
                ('attempts_before', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('crashes', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='workers that ended in the middle')),
                ('status_code', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='events.outboxevent')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='WebhookAttempt',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.PositiveSmallIntegerField()),
                ('started_at', models.DateTimeField()),
                ('milliseconds', models.PositiveIntegerField()),
                ('status_code', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('excerpt', models.TextField(blank=True, default='')),
                ('error', models.TextField(blank=True, default='')),
                ('delivery', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tries_made', to='events.webhookdelivery')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('delivery', 'number'), name='webhook_attempt_once')],
            },
        ),
        migrations.CreateModel(
            name='WebhookEndpoint',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(default='address', max_length=8)),
                ('url', models.CharField(blank=True, default='', max_length=2000)),
                ('description', models.CharField(blank=True, default='', max_length=200)),
                ('event_types', models.JSONField(blank=True, default=list)),
                ('encrypted', models.TextField()),
                ('previous_encrypted', models.TextField(blank=True, default='')),
                ('previous_until', models.DateTimeField(blank=True, null=True)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('disabled_at', models.DateTimeField(blank=True, null=True)),
                ('disabled_reason', models.TextField(blank=True, default='')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ('address', 'requests'))), name='webhook_kind_known'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'requests'), ('url', '')), models.Q(models.Q(('kind', 'requests'), _negated=True), models.Q(('url', ''), _negated=True)), _connector='OR'), name='webhook_address_has_url'), models.CheckConstraint(condition=models.Q(models.Q(('disabled_at', None), ('disabled_reason', '')), models.Q(('disabled_at__isnull', False), models.Q(('disabled_reason', ''), _negated=True)), _connector='OR'), name='webhook_disabled_has_reason'), models.UniqueConstraint(condition=models.Q(('kind', 'requests')), fields=('organization',), name='webhook_of_requests_once')],
            },
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='endpoint',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='events.webhookendpoint'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(fields=['endpoint', '-id'], name='webhook_delivery_log'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(condition=models.Q(('state__in', ('waiting', 'running'))), fields=['endpoint', 'next_attempt_at'], name='webhook_delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'cancelled'])), name='webhook_delivery_state'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.CheckConstraint(condition=models.Q(('last_error', ''), ('state', 'failed'), _negated=True), name='webhook_failed_has_reason'),
        ),
        same_parent("events_webhookdelivery", column="endpoint_id", parent="events_webhookendpoint"),
        same_parent("events_webhookdelivery", column="event_id", parent="events_outboxevent"),
    ]

"""Keys of organizations for providers of models, encrypted."""

import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_request_limits'),
        ('reviews', '0022_daily_totals'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ProviderKey',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('provider', models.CharField(max_length=40)),
                ('encrypted', models.TextField()),
                ('test_model', models.CharField(blank=True, default='', max_length=200)),
                ('test_state', models.CharField(blank=True, default='', max_length=7)),
                ('test_reason', models.TextField(blank=True, default='')),
                ('tested_at', models.DateTimeField(blank=True, null=True)),
                ('set_at', models.DateTimeField()),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('set_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['provider'],
                'constraints': [models.UniqueConstraint(fields=('organization', 'provider'), name='provider_key_once'), models.CheckConstraint(condition=models.Q(('test_state__in', ('', 'waiting', 'works', 'failed'))), name='provider_key_test_known')],
            },
        ),
    ]

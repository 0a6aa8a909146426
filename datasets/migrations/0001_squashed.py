"""Datasets, their versions and cases, and what the database refuses of them.

In place of the migrations up to 0003_case_blocks, for new databases and for those that have all of them.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models
from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):

    replaces = [
        ('datasets', '0001_initial'),
        ('datasets', '0002_guards'),
        ('datasets', '0003_case_blocks'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('accounts', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='Dataset',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=255)),
                ('description', models.TextField(blank=True, default='')),
                ('type', models.CharField(choices=[('EVALUATION', 'EVALUATION'), ('BENCHMARK', 'BENCHMARK'), ('GOLDEN_SET', 'GOLDEN_SET'), ('ANNOTATION_QUEUE', 'ANNOTATION_QUEUE')], default='EVALUATION', max_length=20)),
                ('tags', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-created_at'],
                'indexes': [models.Index(fields=['organization', '-created_at'], name='dataset_by_organization')],
                'constraints': [models.UniqueConstraint(fields=('organization', 'name'), name='dataset_name_unique'), models.CheckConstraint(condition=models.Q(('type__in', ['EVALUATION', 'BENCHMARK', 'GOLDEN_SET', 'ANNOTATION_QUEUE'])), name='dataset_type_known')],
            },
        ),
        migrations.CreateModel(
            name='DatasetVersion',
            fields=[
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='waiting', max_length=12)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('lease_owner', models.CharField(blank=True, default='', max_length=80)),
                ('next_attempt_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, default='')),
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('version_number', models.PositiveIntegerField()),
                ('description', models.TextField(blank=True, default='')),
                ('status', models.CharField(default='DRAFT', max_length=12)),
                ('validation_status', models.CharField(default='PENDING', max_length=8)),
                ('file_format', models.CharField(max_length=8)),
                ('file_name', models.CharField(blank=True, default='', max_length=255)),
                ('stored_path', models.CharField(blank=True, default='', max_length=500)),
                ('size_bytes', models.BigIntegerField(default=0)),
                ('mapping', models.JSONField(default=dict, help_text='which column is what; empty means guessed by name')),
                ('columns', models.JSONField(default=list, help_text='[{name, type}] in file order')),
                ('schema_hash', models.CharField(blank=True, default='', max_length=64)),
                ('row_count', models.PositiveIntegerField(default=0)),
                ('validation_errors', models.JSONField(default=list, help_text='the first 100: [{row, column, reason}]')),
                ('error_count', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('dataset', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='datasets.dataset')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-version_number'],
                'indexes': [models.Index(condition=models.Q(('state', 'done'), _negated=True), fields=['state', 'next_attempt_at'], name='version_due')],
                'constraints': [models.UniqueConstraint(fields=('dataset', 'version_number'), name='version_number_unique'), models.CheckConstraint(condition=models.Q(('status__in', ['DRAFT', 'PUBLISHED', 'DEPRECATED'])), name='version_status_known'), models.CheckConstraint(condition=models.Q(('validation_status__in', ['PENDING', 'VALID', 'INVALID'])), name='version_validation_known'), models.CheckConstraint(condition=models.Q(('file_format__in', ['CSV', 'JSON', 'JSONL', 'PARQUET'])), name='version_format_known'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'PUBLISHED'), _negated=True), ('validation_status', 'VALID'), _connector='OR'), name='version_published_is_valid'), models.CheckConstraint(condition=models.Q(('validation_status', 'VALID'), ('row_count', 0), _connector='OR'), name='version_rows_only_when_valid')],
            },
        ),
        migrations.CreateModel(
            name='TestCase',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('row_index', models.PositiveIntegerField(help_text='position in the file, from 0')),
                ('external_id', models.TextField(blank=True, null=True)),
                ('input', models.JSONField()),
                ('expected_output', models.TextField(blank=True, null=True)),
                ('metadata', models.JSONField(default=dict)),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='datasets.datasetversion')),
            ],
            options={
                'ordering': ['row_index'],
                'constraints': [models.UniqueConstraint(fields=('version', 'row_index'), name='case_row_unique'), models.UniqueConstraint(condition=models.Q(('external_id__isnull', False)), fields=('version', 'external_id'), name='case_external_id_unique')],
            },
        ),
        migrations.CreateModel(
            name='CaseBlock',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('field', models.CharField(max_length=200)),
                ('first_row', models.PositiveIntegerField()),
                ('last_row', models.PositiveIntegerField()),
                ('values', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('counts', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='datasets.datasetversion')),
            ],
            options={
                'ordering': ['first_row'],
                'constraints': [models.UniqueConstraint(fields=('version', 'field', 'first_row'), name='block_once_per_field')],
            },
        ),
        migrations.CreateModel(
            name='ModelOutput',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('name', models.CharField(help_text='the model, or the column it came from', max_length=200)),
                ('text', models.TextField()),
                ('test_case', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='outputs', to='datasets.testcase')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('test_case', 'name'), name='output_name_unique')],
            },
        ),
        same_parent("datasets_datasetversion", column="dataset_id", parent="datasets_dataset"),
    ]

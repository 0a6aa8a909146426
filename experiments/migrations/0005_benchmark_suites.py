"""Suites of benchmark tasks, and runs of systems on them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models

from evalhub.lib.database.guards import frozen_once_used, same_parent

FROZEN_TASKS = """
    CREATE FUNCTION experiments_benchmarktask_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM experiments_suiterun WHERE suite_id = COALESCE(NEW.suite_id, OLD.suite_id)) THEN
        RAISE EXCEPTION 'the tasks of a benchmark suite that was run never change';
      END IF;
      RETURN COALESCE(NEW, OLD);
    END $$;
    CREATE TRIGGER experiments_benchmarktask_frozen BEFORE INSERT OR UPDATE OR DELETE ON experiments_benchmarktask
    FOR EACH ROW EXECUTE FUNCTION experiments_benchmarktask_frozen();
"""
CHANGEABLE_TASKS = """
    DROP TRIGGER experiments_benchmarktask_frozen ON experiments_benchmarktask;
    DROP FUNCTION experiments_benchmarktask_frozen();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_organization_settings'),
        ('datasets', '0011_partial_uploads'),
        ('experiments', '0004_evaluations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BenchmarkSuite',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('version', models.CharField(max_length=50)),
                ('description', models.TextField(blank=True, default='')),
                ('aggregation', models.CharField(default='macro', max_length=10)),
                ('definition', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['name', '-created_at'],
            },
        ),
        migrations.CreateModel(
            name='BenchmarkTask',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('position', models.PositiveIntegerField()),
                ('key', models.CharField(max_length=100)),
                ('title', models.CharField(max_length=200)),
                ('category', models.CharField(blank=True, default='', max_length=100)),
                ('needs', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=100), blank=True, default=list, size=None)),
                ('metrics', models.JSONField()),
                ('prompt', models.TextField(blank=True, default='')),
                ('estimated_seconds', models.FloatField()),
                ('calls', models.PositiveIntegerField(default=0)),
                ('weight', models.FloatField(default=1)),
                ('timeout_seconds', models.FloatField(blank=True, null=True)),
                ('min_coverage', models.FloatField(default=0.9)),
                ('dataset_version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='datasets.datasetversion')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('suite', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='experiments.benchmarksuite')),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='SuiteRun',
            fields=[
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='waiting', max_length=12)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('lease_owner', models.CharField(blank=True, default='', max_length=80)),
                ('next_attempt_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, default='')),
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('parallelism', models.PositiveSmallIntegerField(default=3)),
                ('calls', models.PositiveIntegerField(default=16)),
                ('is_paused', models.BooleanField(db_default=False, default=False)),
                ('plan', models.JSONField()),
                ('cost_cap_usd', models.DecimalField(blank=True, decimal_places=10, max_digits=18, null=True)),
                ('webhook_url', models.CharField(blank=True, default='', max_length=500)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('suite', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='experiments.benchmarksuite')),
                ('system', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='datasets.system')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='SuiteRunTask',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('state', models.CharField(default='waiting', max_length=10)),
                ('reason', models.TextField(blank=True, default='')),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('evaluation', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='suite_run_task', to='experiments.evaluation')),
                ('run', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tasks', to='experiments.suiterun')),
                ('task', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='experiments.benchmarktask')),
            ],
            options={
                'ordering': ['task__position'],
            },
        ),
        migrations.AddConstraint(
            model_name='benchmarksuite',
            constraint=models.UniqueConstraint(fields=('organization', 'name', 'version'), name='benchmark_suite_unique'),
        ),
        migrations.AddConstraint(
            model_name='benchmarksuite',
            constraint=models.CheckConstraint(condition=models.Q(('aggregation__in', ('macro', 'micro'))), name='benchmark_suite_aggregation_known'),
        ),
        migrations.AddConstraint(
            model_name='benchmarktask',
            constraint=models.UniqueConstraint(fields=('suite', 'key'), name='benchmark_task_once'),
        ),
        migrations.AddConstraint(
            model_name='benchmarktask',
            constraint=models.CheckConstraint(condition=models.Q(('estimated_seconds__gte', 0)), name='benchmark_task_seconds_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='benchmarktask',
            constraint=models.CheckConstraint(condition=models.Q(('weight__gt', 0)), name='benchmark_task_weight_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='benchmarktask',
            constraint=models.CheckConstraint(condition=models.Q(('min_coverage__gte', 0), ('min_coverage__lte', 1)), name='benchmark_task_coverage_range'),
        ),
        migrations.AddConstraint(
            model_name='benchmarktask',
            constraint=models.CheckConstraint(condition=models.Q(('timeout_seconds__isnull', True), ('timeout_seconds__gt', 0), _connector='OR'), name='benchmark_task_timeout_above_zero'),
        ),
        migrations.AddIndex(
            model_name='suiterun',
            index=models.Index(fields=['organization', '-created_at'], name='suite_run_by_time'),
        ),
        migrations.AddIndex(
            model_name='suiterun',
            index=models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['state', 'next_attempt_at'], name='suite_run_due'),
        ),
        migrations.AddConstraint(
            model_name='suiterun',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'cancelled'])), name='suite_run_state_known'),
        ),
        migrations.AddConstraint(
            model_name='suiterun',
            constraint=models.CheckConstraint(condition=models.Q(('parallelism__gte', 1), ('parallelism__lte', 100)), name='suite_run_parallelism_range'),
        ),
        migrations.AddConstraint(
            model_name='suiterun',
            constraint=models.CheckConstraint(condition=models.Q(('finished_at__isnull', True), ('finished_at__gte', models.F('created_at')), _connector='OR'), name='suite_run_ends_after_its_start'),
        ),
        migrations.AddConstraint(
            model_name='suiteruntask',
            constraint=models.UniqueConstraint(fields=('run', 'task'), name='suite_run_task_once'),
        ),
        migrations.AddConstraint(
            model_name='suiteruntask',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ('waiting', 'running', 'completed', 'failed', 'skipped', 'cancelled'))), name='suite_run_task_state_known'),
        ),
        migrations.AddConstraint(
            model_name='suiteruntask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['running', 'completed']), _negated=True), ('evaluation__isnull', False), _connector='OR'), name='suite_run_task_has_evaluation'),
        ),
        migrations.AddConstraint(
            model_name='suiteruntask',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['failed', 'skipped']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='suite_run_task_end_has_reason'),
        ),
        same_parent("experiments_benchmarktask", column="suite_id", parent="experiments_benchmarksuite"),
        same_parent("experiments_benchmarktask", column="dataset_version_id", parent="datasets_datasetversion"),
        same_parent("experiments_suiterun", column="suite_id", parent="experiments_benchmarksuite"),
        same_parent("experiments_suiterun", column="system_id", parent="datasets_system"),
        frozen_once_used(
            "experiments_benchmarksuite", used_by="experiments_suiterun", column="suite_id", free="description"
        ),
        migrations.RunSQL(FROZEN_TASKS, CHANGEABLE_TASKS),
    ]

"""Evaluations, their scorers, and what the scores come to."""

import django.contrib.postgres.fields
import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_organization_settings'),
        ('annotations', '0016_origin_of_evaluations'),
        ('datasets', '0011_partial_uploads'),
        ('experiments', '0003_samples_of_studies'),
        ('reviews', '0024_runs_of_evaluations'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Evaluation',
            fields=[
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='waiting', max_length=12)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('lease_owner', models.CharField(blank=True, default='', max_length=80)),
                ('next_attempt_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, default='')),
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=255)),
                ('type', models.CharField(max_length=10)),
                ('repetitions', models.PositiveSmallIntegerField(db_default=1, default=1)),
                ('sampling', models.JSONField(default=dict)),
                ('reuse', models.BooleanField(default=False, help_text='answers of models to the same question are taken again')),
                ('cost_cap_usd', models.DecimalField(blank=True, decimal_places=10, max_digits=18, null=True)),
                ('webhook_url', models.CharField(blank=True, default='', max_length=500)),
                ('metadata', models.JSONField(default=dict)),
                ('slice_by', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, size=None)),
                ('n_outputs', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('baseline', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='experiments.evaluation')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('run', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='evaluation', to='reviews.evaluationrun')),
                ('system', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='evaluations', to='datasets.system')),
                ('task', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='evaluation', to='annotations.annotationtask')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='EvaluationScorer',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotations.annotator')),
                ('evaluation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='scorers', to='experiments.evaluation')),
                ('question', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotations.question')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='ScoreSummary',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('slice', models.CharField(blank=True, default='', max_length=320)),
                ('n_total', models.PositiveIntegerField()),
                ('n_scored', models.PositiveIntegerField()),
                ('n_passed', models.PositiveIntegerField(blank=True, null=True)),
                ('failed', models.JSONField(default=dict)),
                ('mean', models.FloatField(blank=True, null=True)),
                ('m2', models.FloatField(blank=True, null=True)),
                ('min', models.FloatField(blank=True, null=True)),
                ('max', models.FloatField(blank=True, null=True)),
                ('quantiles', models.JSONField(default=dict)),
                ('histogram', models.JSONField(default=dict)),
                ('cost_usd', models.DecimalField(blank=True, decimal_places=10, max_digits=18, null=True)),
                ('high_water', models.BigIntegerField(default=0)),
                ('computed_at', models.DateTimeField(auto_now_add=True)),
                ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotations.annotator')),
                ('evaluation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='summaries', to='experiments.evaluation')),
                ('question', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotations.question')),
            ],
            options={
                'ordering': ['question__position', 'annotator__name', 'slice'],
            },
        ),
        migrations.AddIndex(
            model_name='evaluation',
            index=models.Index(fields=['organization', '-created_at'], name='evaluation_by_time'),
        ),
        migrations.AddIndex(
            model_name='evaluation',
            index=models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['state', 'next_attempt_at'], name='evaluation_due'),
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.CheckConstraint(condition=models.Q(('type__in', ('SINGLE', 'BATCH', 'BENCHMARK', 'AB_TEST', 'REGRESSION'))), name='evaluation_type_known'),
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'cancelled'])), name='evaluation_state_known'),
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.CheckConstraint(condition=models.Q(('repetitions__gte', 1), ('repetitions__lte', 100)), name='evaluation_repetitions_range'),
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.CheckConstraint(condition=models.Q(('run__isnull', True), ('system__isnull', False), _connector='OR'), name='evaluation_run_has_system'),
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.CheckConstraint(condition=models.Q(('finished_at__isnull', True), ('state__in', ['done', 'failed', 'cancelled']), _connector='OR'), name='evaluation_end_has_state'),
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.CheckConstraint(condition=models.Q(('cost_cap_usd__isnull', True), ('cost_cap_usd__gt', 0), _connector='OR'), name='evaluation_cap_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='evaluation',
            constraint=models.CheckConstraint(condition=models.Q(('baseline', models.F('id')), _negated=True), name='evaluation_not_its_own_baseline'),
        ),
        migrations.AddConstraint(
            model_name='evaluationscorer',
            constraint=models.UniqueConstraint(fields=('evaluation', 'question', 'annotator'), name='evaluation_scorer_once'),
        ),
        migrations.AddConstraint(
            model_name='scoresummary',
            constraint=models.UniqueConstraint(fields=('evaluation', 'question', 'annotator', 'slice'), name='score_summary_once'),
        ),
        migrations.AddConstraint(
            model_name='scoresummary',
            constraint=models.CheckConstraint(condition=models.Q(('n_scored__lte', models.F('n_total'))), name='score_summary_n_of_total'),
        ),
        migrations.AddConstraint(
            model_name='scoresummary',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('mean__isnull', True), ('n_scored', 0)), ('n_scored__gt', 0), _connector='OR'), name='score_summary_mean_has_scores'),
        ),
        same_parent("experiments_evaluation", column="task_id", parent="annotations_annotationtask"),
        same_parent("experiments_evaluation", column="system_id", parent="datasets_system"),
        same_parent("experiments_evaluation", column="run_id", parent="reviews_evaluationrun"),
        same_parent("experiments_evaluation", column="baseline_id", parent="experiments_evaluation"),
    ]

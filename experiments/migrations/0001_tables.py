"""Evaluations, benchmarks, gates, experiments and studies, and what the database refuses of them.

In place of the migrations up to 0015_repeats_of_experiments, for new databases and for those that have all of them.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models
from evalhub.lib.database.guards import append_only, frozen_once_used, same_parent

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
FROZEN_EXPERIMENTS = """
    CREATE FUNCTION refuse_change_of_experiment() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      free text[] := ARRAY['status', 'created_by_id'];
    BEGIN
      IF OLD.status = 'DRAFT' THEN
        RETURN NEW;
      END IF;
      IF OLD.status IN ('RUNNING', 'PAUSED') THEN
        free := free || ARRAY['started_at', 'concluded_at', 'concluded_by_id', 'winner_id', 'notes', 'conclusion_id'];
      END IF;
      IF to_jsonb(NEW) - free <> to_jsonb(OLD) - free OR (OLD.status = 'ARCHIVED' AND NEW.status <> 'ARCHIVED')
         OR (OLD.status = 'CONCLUDED' AND NEW.status NOT IN ('CONCLUDED', 'ARCHIVED')) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'an experiment that has started keeps its plan, and a'
          ' concluded one all of it', CONSTRAINT = 'experiment_frozen';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER experiment_frozen BEFORE UPDATE ON experiments_experiment
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_experiment();
    CREATE FUNCTION refuse_change_of_plan() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM experiments_experiment
                 WHERE id = coalesce(NEW.experiment_id, OLD.experiment_id) AND status <> 'DRAFT') THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'the plan of an experiment that has started never changes',
          CONSTRAINT = 'experiment_plan_frozen';
      END IF;
      RETURN coalesce(NEW, OLD);
    END $$;
    CREATE TRIGGER variant_frozen BEFORE INSERT OR UPDATE OR DELETE ON experiments_variant
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_plan();
    CREATE TRIGGER experiment_metric_frozen BEFORE INSERT OR UPDATE OR DELETE ON experiments_experimentmetric
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_plan();
"""
CHANGEABLE_EXPERIMENTS = """
    DROP TRIGGER experiment_metric_frozen ON experiments_experimentmetric;
    DROP TRIGGER variant_frozen ON experiments_variant;
    DROP FUNCTION refuse_change_of_plan();
    DROP TRIGGER experiment_frozen ON experiments_experiment;
    DROP FUNCTION refuse_change_of_experiment();
"""


class Migration(migrations.Migration):

    replaces = [
        ('experiments', '0001_initial'),
        ('experiments', '0002_guards'),
        ('experiments', '0001_squashed'),
        ('experiments', '0002_origins_of_tasks'),
        ('experiments', '0003_samples_of_studies'),
        ('experiments', '0004_evaluations'),
        ('experiments', '0005_benchmark_suites'),
        ('experiments', '0006_gates'),
        ('experiments', '0007_score_modes_of_summaries'),
        ('experiments', '0008_online_evaluations'),
        ('experiments', '0009_corpus_scores_of_summaries'),
        ('experiments', '0010_experiments'),
        ('experiments', '0011_judges_of_benchmark_tasks'),
        ('experiments', '0012_traffic_of_experiments'),
        ('experiments', '0013_reducers_of_repetitions'),
        ('experiments', '0014_posteriors_of_shares'),
        ('experiments', '0015_repeats_of_experiments'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_tables'),
        ('annotations', '0001_tables'),
        ('datasets', '0001_tables'),
        ('reviews', '0001_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('position', models.PositiveIntegerField(help_text='from 1')),
                ('title', models.CharField(blank=True, default='', max_length=500)),
                ('url', models.TextField(blank=True, default='')),
                ('raw_content', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['position'],
            },
        ),
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
                'constraints': [models.UniqueConstraint(fields=('organization', 'name', 'version'), name='benchmark_suite_unique'), models.CheckConstraint(condition=models.Q(('aggregation__in', ('macro', 'micro'))), name='benchmark_suite_aggregation_known')],
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
                ('judge', models.CharField(blank=True, db_default='', default='', max_length=200)),
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
                'constraints': [models.UniqueConstraint(fields=('suite', 'key'), name='benchmark_task_once'), models.CheckConstraint(condition=models.Q(('estimated_seconds__gte', 0)), name='benchmark_task_seconds_not_negative'), models.CheckConstraint(condition=models.Q(('weight__gt', 0)), name='benchmark_task_weight_above_zero'), models.CheckConstraint(condition=models.Q(('min_coverage__gte', 0), ('min_coverage__lte', 1)), name='benchmark_task_coverage_range'), models.CheckConstraint(condition=models.Q(('timeout_seconds__isnull', True), ('timeout_seconds__gt', 0), _connector='OR'), name='benchmark_task_timeout_above_zero')],
            },
        ),
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
                ('reducer', models.CharField(db_default='mean', default='mean', help_text='mean, majority or pass@k, over repetitions of a case', max_length=8)),
                ('sampling', models.JSONField(default=dict)),
                ('collection', models.CharField(blank=True, db_default='', default='', help_text='on, paused or stopped; empty: no online evaluation', max_length=7)),
                ('collected_to', models.BigIntegerField(db_default=0, default=0)),
                ('n_left_out', models.PositiveIntegerField(db_default=0, default=0)),
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
                'indexes': [models.Index(fields=['organization', '-created_at'], name='evaluation_by_time'), models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['state', 'next_attempt_at'], name='evaluation_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('type__in', ('SINGLE', 'BATCH', 'BENCHMARK', 'AB_TEST', 'REGRESSION', 'ONLINE'))), name='evaluation_type_known'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'cancelled'])), name='evaluation_state_known'), models.CheckConstraint(condition=models.Q(('repetitions__gte', 1), ('repetitions__lte', 100)), name='evaluation_repetitions_range'), models.CheckConstraint(condition=models.Q(('reducer', 'mean'), models.Q(('repetitions__gt', 1), models.Q(('reducer', 'majority'), ('reducer__regex', '^pass@[1-9][0-9]{0,2}$'), _connector='OR')), _connector='OR'), name='evaluation_reducer_known'), models.CheckConstraint(condition=models.Q(('run__isnull', True), ('system__isnull', False), _connector='OR'), name='evaluation_run_has_system'), models.CheckConstraint(condition=models.Q(('finished_at__isnull', True), ('state__in', ['done', 'failed', 'cancelled']), _connector='OR'), name='evaluation_end_has_state'), models.CheckConstraint(condition=models.Q(('cost_cap_usd__isnull', True), ('cost_cap_usd__gt', 0), _connector='OR'), name='evaluation_cap_above_zero'), models.CheckConstraint(condition=models.Q(models.Q(('collection__in', ('on', 'paused', 'stopped')), ('type', 'ONLINE')), models.Q(models.Q(('type', 'ONLINE'), _negated=True), ('collection', '')), _connector='OR'), name='evaluation_online_collects'), models.CheckConstraint(condition=models.Q(('baseline', models.F('id')), _negated=True), name='evaluation_not_its_own_baseline')],
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
                'constraints': [models.UniqueConstraint(fields=('evaluation', 'question', 'annotator'), name='evaluation_scorer_once')],
            },
        ),
        migrations.CreateModel(
            name='EvidenceView',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('view', models.CharField(max_length=12)),
                ('text', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('evidence', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='views', to='experiments.evidence')),
                ('request', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='reviews.llmrequest')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('evidence', 'view'), name='evidence_view_unique'), models.CheckConstraint(condition=models.Q(('view__in', ('cleaned', 'neutralized', 'abstracted'))), name='evidence_view_known')],
            },
        ),
        migrations.CreateModel(
            name='EvidenceWindow',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('concept', models.CharField(max_length=300)),
                ('start_date', models.DateField(blank=True, null=True)),
                ('end_date', models.DateField(blank=True, null=True)),
                ('is_listed', models.BooleanField(db_default=True, default=True)),
                ('country', models.CharField(blank=True, default='', max_length=100)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [models.UniqueConstraint(fields=('organization', 'name'), name='window_name_unique'), models.CheckConstraint(condition=models.Q(('start_date__isnull', True), ('end_date__isnull', True), ('end_date__gte', models.F('start_date')), _connector='OR'), name='window_ends_after_start')],
            },
        ),
        migrations.AddField(
            model_name='evidence',
            name='window',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='experiments.evidencewindow'),
        ),
        migrations.CreateModel(
            name='Experiment',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=255)),
                ('hypothesis', models.TextField(blank=True, default='')),
                ('type', models.CharField(max_length=17)),
                ('status', models.CharField(default='DRAFT', max_length=9)),
                ('method', models.CharField(default='sequential', max_length=11)),
                ('significance_level', models.FloatField(default=0.05)),
                ('minimum_sample_size', models.PositiveIntegerField(default=30, help_text='fewer pairs or units decide nothing')),
                ('planned_n', models.PositiveIntegerField(default=400)),
                ('minimum_days', models.PositiveIntegerField(default=0, help_text='of traffic; a shorter time decides nothing')),
                ('maximum_duration_days', models.PositiveIntegerField(blank=True, null=True)),
                ('prior_deviation', models.FloatField(blank=True, help_text='of the difference; null: a flat prior', null=True)),
                ('least_effect', models.FloatField(default=0.0, help_text='a smaller gain is not worth it')),
                ('is_aa', models.BooleanField(default=False, help_text='all variants are the same: no difference is expected')),
                ('scoring', models.JSONField(default=dict)),
                ('cost_cap_usd', models.DecimalField(blank=True, decimal_places=10, max_digits=18, null=True)),
                ('allocation_policy', models.JSONField(default=dict, help_text='of a bandit: {policy, floor, growth, seed}')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('concluded_at', models.DateTimeField(blank=True, null=True)),
                ('notes', models.TextField(blank=True, default='')),
                ('concluded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('dataset_version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='experiments', to='datasets.datasetversion')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('repeats', models.ForeignKey(blank=True, help_text='its plan again', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='repeated_by', to='experiments.experiment')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Allocation',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('unit', models.CharField(max_length=200)),
                ('propensity', models.FloatField()),
                ('shares_number', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='allocations', to='experiments.experiment')),
            ],
        ),
        migrations.CreateModel(
            name='ExperimentLook',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('n', models.PositiveIntegerField(help_text='pairs of the primary metric, or units of all variants')),
                ('verdict', models.CharField(max_length=12)),
                ('sentence', models.TextField(blank=True, default='')),
                ('figures', models.JSONField()),
                ('data_fingerprint', models.CharField(max_length=64)),
                ('code_version', models.CharField(max_length=40)),
                ('looked_at', models.DateTimeField(auto_now_add=True)),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='looks', to='experiments.experiment')),
                ('looked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('experiment', 'number'), name='experiment_look_number_unique'), models.CheckConstraint(condition=models.Q(('verdict__in', ('ship', 'roll_back', 'keep_testing', 'inconclusive', 'unhealthy'))), name='experiment_look_verdict_known')],
            },
        ),
        migrations.AddField(
            model_name='experiment',
            name='conclusion',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='experiments.experimentlook'),
        ),
        migrations.CreateModel(
            name='ExperimentMetric',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=200)),
                ('position', models.PositiveSmallIntegerField()),
                ('role', models.CharField(max_length=9)),
                ('direction', models.CharField(default='higher', max_length=6)),
                ('margin', models.FloatField(default=0.0)),
                ('scores', models.CharField(default='machines', max_length=9)),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='metrics', to='experiments.experiment')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('experiment', 'key'), name='experiment_metric_once'), models.UniqueConstraint(condition=models.Q(('role', 'primary')), fields=('experiment',), name='experiment_metric_one_primary'), models.CheckConstraint(condition=models.Q(('role__in', ('primary', 'guardrail', 'secondary'))), name='experiment_metric_role_known'), models.CheckConstraint(condition=models.Q(('direction__in', ('higher', 'lower'))), name='experiment_metric_direction_known'), models.CheckConstraint(condition=models.Q(('scores__in', ('machines', 'people', 'corrected'))), name='experiment_metric_scores_known'), models.CheckConstraint(condition=models.Q(('margin__gte', 0)), name='experiment_metric_margin_range')],
            },
        ),
        migrations.CreateModel(
            name='Gate',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('expression', models.TextField()),
                ('baseline_rule', models.CharField(default='none', max_length=11)),
                ('least_cases', models.PositiveIntegerField(default=30, help_text='fewer leave it undecided')),
                ('least_scored_share', models.FloatField(default=0.9, help_text='a smaller share leaves it undecided')),
                ('is_active', models.BooleanField(default=True, help_text='decides evaluations by itself when they end')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('baseline', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='experiments.evaluation')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('dataset', models.ForeignKey(blank=True, help_text='null: of all', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='gates', to='datasets.dataset')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.UniqueConstraint(fields=('organization', 'name'), name='gate_name_unique'), models.CheckConstraint(condition=models.Q(('baseline_rule__in', ('none', 'pinned', 'last_passed', 'own'))), name='gate_baseline_rule_known'), models.CheckConstraint(condition=models.Q(('least_cases__gte', 1)), name='gate_least_cases_above_zero'), models.CheckConstraint(condition=models.Q(('least_scored_share__gte', 0), ('least_scored_share__lte', 1)), name='gate_scored_share_range'), models.CheckConstraint(condition=models.Q(('baseline', None), ('baseline_rule__in', ['pinned', 'last_passed']), _connector='OR'), name='gate_baseline_is_pinned')],
            },
        ),
        migrations.CreateModel(
            name='GateResult',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('expression', models.TextField()),
                ('state', models.CharField(max_length=9)),
                ('reason', models.TextField(blank=True, default='')),
                ('conditions', models.JSONField(default=list)),
                ('decided_at', models.DateTimeField(auto_now_add=True)),
                ('baseline', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='experiments.evaluation')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('evaluation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='gate_results', to='experiments.evaluation')),
                ('gate', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='results', to='experiments.gate')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-decided_at', '-id'],
                'indexes': [models.Index(fields=['gate', '-decided_at'], name='gate_result_by_gate'), models.Index(fields=['evaluation', '-decided_at'], name='gate_result_by_evaluation')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ('passed', 'failed', 'undecided'))), name='gate_result_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'undecided'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='gate_result_undecided_has_reason')],
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
                ('score_modes', models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                ('corpus', models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                ('cases', models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)),
                ('cost_usd', models.DecimalField(blank=True, decimal_places=10, max_digits=18, null=True)),
                ('high_water', models.BigIntegerField(default=0)),
                ('computed_at', models.DateTimeField(auto_now_add=True)),
                ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotations.annotator')),
                ('evaluation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='summaries', to='experiments.evaluation')),
                ('question', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotations.question')),
            ],
            options={
                'ordering': ['question__position', 'annotator__name', 'slice'],
                'constraints': [models.UniqueConstraint(fields=('evaluation', 'question', 'annotator', 'slice'), name='score_summary_once'), models.CheckConstraint(condition=models.Q(('n_scored__lte', models.F('n_total'))), name='score_summary_n_of_total'), models.CheckConstraint(condition=models.Q(models.Q(('mean__isnull', True), ('n_scored', 0)), ('n_scored__gt', 0), _connector='OR'), name='score_summary_mean_has_scores')],
            },
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('settings', models.JSONField()),
                ('evidence_to', models.PositiveIntegerField()),
                ('left_out', models.JSONField(default=list)),
                ('is_sample', models.BooleanField(db_default=False, default=False, help_text='an example that the start page makes')),
                ('is_listed', models.BooleanField(db_default=True, default=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('dataset_version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='datasets.datasetversion')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('run', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='study', to='reviews.evaluationrun')),
                ('window', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='studies', to='experiments.evidencewindow')),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [models.UniqueConstraint(fields=('organization', 'name'), name='study_name_unique'), models.CheckConstraint(condition=models.Q(('evidence_to__gte', 1)), name='study_has_evidence')],
            },
        ),
        migrations.CreateModel(
            name='StudySample',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('model', models.CharField(max_length=200)),
                ('ordinal', models.PositiveSmallIntegerField(help_text='from 1, for each model')),
                ('seed', models.IntegerField()),
                ('rubric', models.JSONField(blank=True, null=True)),
                ('label_mapping', models.JSONField(default=dict)),
                ('tokens', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=6), default=list, size=None)),
                ('request', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='reviews.llmrequest')),
                ('schema_version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='annotations.schemaversion')),
                ('study', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='samples', to='experiments.study')),
                ('task', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='study_sample', to='annotations.annotationtask')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('study', 'model', 'ordinal'), name='sample_ordinal_unique'), models.CheckConstraint(condition=models.Q(models.Q(('rubric__isnull', True), ('schema_version__isnull', True), ('task__isnull', True)), models.Q(('rubric__isnull', False), ('schema_version__isnull', False), ('task__isnull', False)), _connector='OR'), name='sample_rubric_has_task')],
            },
        ),
        migrations.CreateModel(
            name='ScoreLane',
            fields=[
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='score_lane', serialize=False, to='reviews.runstage')),
                ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lanes', to='experiments.studysample')),
            ],
            options={
                'ordering': ['stage'],
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
                'indexes': [models.Index(fields=['organization', '-created_at'], name='suite_run_by_time'), models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['state', 'next_attempt_at'], name='suite_run_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'done', 'failed', 'cancelled'])), name='suite_run_state_known'), models.CheckConstraint(condition=models.Q(('parallelism__gte', 1), ('parallelism__lte', 100)), name='suite_run_parallelism_range'), models.CheckConstraint(condition=models.Q(('finished_at__isnull', True), ('finished_at__gte', models.F('created_at')), _connector='OR'), name='suite_run_ends_after_its_start')],
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
                'constraints': [models.UniqueConstraint(fields=('run', 'task'), name='suite_run_task_once'), models.CheckConstraint(condition=models.Q(('state__in', ('waiting', 'running', 'completed', 'failed', 'skipped', 'cancelled'))), name='suite_run_task_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['running', 'completed']), _negated=True), ('evaluation__isnull', False), _connector='OR'), name='suite_run_task_has_evaluation'), models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['failed', 'skipped']), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='suite_run_task_end_has_reason')],
            },
        ),
        migrations.CreateModel(
            name='TrafficOutcome',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('value', models.FloatField()),
                ('occurred_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('allocation', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='outcomes', to='experiments.allocation')),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='outcomes', to='experiments.experiment')),
                ('metric', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='outcomes', to='experiments.experimentmetric')),
            ],
            options={
                'indexes': [models.Index(fields=['experiment', 'id'], name='traffic_outcome_in_order')],
                'constraints': [models.UniqueConstraint(fields=('allocation', 'metric'), name='traffic_outcome_once'), models.CheckConstraint(condition=models.Q(('value__gte', -1000000000000.0), ('value__lte', 1000000000000.0)), name='traffic_outcome_range')],
            },
        ),
        migrations.CreateModel(
            name='Variant',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('position', models.PositiveSmallIntegerField()),
                ('is_control', models.BooleanField(default=False)),
                ('traffic_allocation', models.FloatField()),
                ('config', models.JSONField(default=dict, help_text='as it was given')),
                ('output_name', models.CharField(blank=True, default='', max_length=200)),
                ('evaluation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='variants', to='experiments.evaluation')),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='variants', to='experiments.experiment')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('system', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='datasets.system')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('experiment', 'name'), name='variant_name_unique'), models.UniqueConstraint(fields=('experiment', 'position'), name='variant_position_unique'), models.UniqueConstraint(condition=models.Q(('is_control', True)), fields=('experiment',), name='variant_one_control'), models.CheckConstraint(condition=models.Q(('traffic_allocation__gte', 0), ('traffic_allocation__lte', 1)), name='variant_allocation_range')],
            },
        ),
        migrations.CreateModel(
            name='TrafficSummary',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('shares_number', models.PositiveIntegerField()),
                ('propensity', models.FloatField()),
                ('n', models.PositiveBigIntegerField()),
                ('mean', models.FloatField()),
                ('m2', models.FloatField()),
                ('histogram', models.JSONField(default=dict)),
                ('counted_to', models.BigIntegerField(help_text='the last outcome, or allocation, that is in it')),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='experiments.experiment')),
                ('metric', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='experiments.experimentmetric')),
                ('variant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='experiments.variant')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('experiment', 'variant', 'metric', 'shares_number'), name='traffic_summary_unique', nulls_distinct=False), models.CheckConstraint(condition=models.Q(('m2__gte', 0), ('n__gte', 1)), name='traffic_summary_range')],
            },
        ),
        migrations.AddField(
            model_name='experiment',
            name='winner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='experiments.variant'),
        ),
        migrations.AddField(
            model_name='allocation',
            name='variant',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='allocations', to='experiments.variant'),
        ),
        migrations.CreateModel(
            name='VariantShares',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(help_text='from 1')),
                ('shares', models.JSONField()),
                ('posteriors', models.JSONField(default=dict)),
                ('seed', models.BigIntegerField()),
                ('n', models.PositiveBigIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='experiments.experiment')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('experiment', 'number'), name='variant_shares_number_unique')],
            },
        ),
        migrations.AddConstraint(
            model_name='evidence',
            constraint=models.UniqueConstraint(fields=('window', 'position'), name='evidence_position_unique'),
        ),
        migrations.AddConstraint(
            model_name='evidence',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='evidence_position_from_one'),
        ),
        migrations.AddIndex(
            model_name='experiment',
            index=models.Index(fields=['organization', '-created_at'], name='experiment_by_time'),
        ),
        migrations.AddIndex(
            model_name='experiment',
            index=models.Index(fields=['organization', 'status'], name='experiment_by_status'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('type__in', ('AB_TEST', 'MULTI_ARM_BANDIT', 'PROMPT_COMPARISON', 'MODEL_COMPARISON'))), name='experiment_type_known'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ('DRAFT', 'RUNNING', 'PAUSED', 'CONCLUDED', 'ARCHIVED'))), name='experiment_status_known'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('method__in', ('frequentist', 'bayesian', 'sequential'))), name='experiment_method_known'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('significance_level__gte', 0.0001), ('significance_level__lte', 0.5)), name='experiment_significance_range'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('planned_n__gte', 1)), name='experiment_planned_n_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('prior_deviation', None), ('prior_deviation__gt', 0), _connector='OR'), name='experiment_prior_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('least_effect__gte', 0)), name='experiment_effect_range'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('started_at', None), ('status', 'DRAFT')), ('status', 'ARCHIVED'), ('started_at__isnull', False), _connector='OR'), name='experiment_started_unless_draft'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['CONCLUDED', 'ARCHIVED']), models.Q(('concluded_at', None), ('notes', ''), ('winner', None)), _connector='OR'), name='experiment_conclusion_when_concluded'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'CONCLUDED'), _negated=True), ('concluded_at__isnull', False), _connector='OR'), name='experiment_concluded_has_time'),
        ),
        migrations.AddConstraint(
            model_name='experiment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('type', 'MULTI_ARM_BANDIT'), _negated=True), ('dataset_version', None), _connector='OR'), name='experiment_bandit_is_traffic'),
        ),
        migrations.AddConstraint(
            model_name='allocation',
            constraint=models.UniqueConstraint(fields=('experiment', 'unit'), name='allocation_once'),
        ),
        migrations.AddConstraint(
            model_name='allocation',
            constraint=models.CheckConstraint(condition=models.Q(('propensity__gt', 0), ('propensity__lte', 1)), name='allocation_propensity_range'),
        ),
        same_parent("experiments_allocation", column="variant_id", parent="experiments_variant", via="experiment_id"),
        same_parent("experiments_benchmarktask", column="dataset_version_id", parent="datasets_datasetversion"),
        same_parent("experiments_benchmarktask", column="suite_id", parent="experiments_benchmarksuite"),
        same_parent("experiments_evaluation", column="baseline_id", parent="experiments_evaluation"),
        same_parent("experiments_evaluation", column="run_id", parent="reviews_evaluationrun"),
        same_parent("experiments_evaluation", column="system_id", parent="datasets_system"),
        same_parent("experiments_evaluation", column="task_id", parent="annotations_annotationtask"),
        same_parent("experiments_experiment", column="dataset_version_id", parent="datasets_datasetversion"),
        same_parent("experiments_experiment", column="repeats_id", parent="experiments_experiment"),
        same_parent("experiments_experiment", column="winner_id", parent="experiments_variant"),
        same_parent("experiments_gateresult", column="baseline_id", parent="experiments_evaluation"),
        same_parent("experiments_gateresult", column="evaluation_id", parent="experiments_evaluation"),
        same_parent("experiments_gateresult", column="gate_id", parent="experiments_gate"),
        same_parent("experiments_gate", column="baseline_id", parent="experiments_evaluation"),
        same_parent("experiments_gate", column="dataset_id", parent="datasets_dataset"),
        same_parent("experiments_study", column="dataset_version_id", parent="datasets_datasetversion"),
        same_parent("experiments_study", column="run_id", parent="reviews_evaluationrun"),
        same_parent("experiments_study", column="window_id", parent="experiments_evidencewindow"),
        same_parent("experiments_suiterun", column="suite_id", parent="experiments_benchmarksuite"),
        same_parent("experiments_suiterun", column="system_id", parent="datasets_system"),
        same_parent("experiments_trafficoutcome", column="allocation_id", parent="experiments_allocation", via="experiment_id"),
        same_parent("experiments_trafficoutcome", column="metric_id", parent="experiments_experimentmetric", via="experiment_id"),
        same_parent("experiments_variant", column="evaluation_id", parent="experiments_evaluation"),
        same_parent("experiments_variant", column="experiment_id", parent="experiments_experiment"),
        same_parent("experiments_variant", column="system_id", parent="datasets_system"),
        frozen_once_used(
            "experiments_benchmarksuite", used_by="experiments_suiterun", column="suite_id", free="description"
        ),
        migrations.RunSQL(FROZEN_TASKS, CHANGEABLE_TASKS),
        migrations.RunSQL(FROZEN_EXPERIMENTS, CHANGEABLE_EXPERIMENTS),
        append_only("experiments_experimentlook"),
        append_only("experiments_allocation"),
        append_only("experiments_trafficoutcome"),
        append_only("experiments_variantshares"),
    ]

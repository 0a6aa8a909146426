"""Experiments with their variants, metrics and looks; a plan is frozen at the start, all of it at the end."""

import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models

from evalhub.lib.database.guards import append_only, same_parent

FROZEN = """
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
THAWED = """
    DROP TRIGGER experiment_metric_frozen ON experiments_experimentmetric;
    DROP TRIGGER variant_frozen ON experiments_variant;
    DROP FUNCTION refuse_change_of_plan();
    DROP TRIGGER experiment_frozen ON experiments_experiment;
    DROP FUNCTION refuse_change_of_experiment();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_organization_settings'),
        ('datasets', '0012_times_of_outputs'),
        ('experiments', '0009_corpus_scores_of_summaries'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ('allocation_policy', models.JSONField(default=dict, help_text='of a bandit: {policy, floor, seed}')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('concluded_at', models.DateTimeField(blank=True, null=True)),
                ('notes', models.TextField(blank=True, default='')),
                ('concluded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('dataset_version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='experiments', to='datasets.datasetversion')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-created_at'],
            },
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
            },
        ),
        migrations.AddField(
            model_name='experiment',
            name='winner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='experiments.variant'),
        ),
        migrations.AddConstraint(
            model_name='experimentlook',
            constraint=models.UniqueConstraint(fields=('experiment', 'number'), name='experiment_look_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='experimentlook',
            constraint=models.CheckConstraint(condition=models.Q(('verdict__in', ('ship', 'roll_back', 'keep_testing', 'inconclusive', 'unhealthy'))), name='experiment_look_verdict_known'),
        ),
        migrations.AddConstraint(
            model_name='experimentmetric',
            constraint=models.UniqueConstraint(fields=('experiment', 'key'), name='experiment_metric_once'),
        ),
        migrations.AddConstraint(
            model_name='experimentmetric',
            constraint=models.UniqueConstraint(condition=models.Q(('role', 'primary')), fields=('experiment',), name='experiment_metric_one_primary'),
        ),
        migrations.AddConstraint(
            model_name='experimentmetric',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ('primary', 'guardrail', 'secondary'))), name='experiment_metric_role_known'),
        ),
        migrations.AddConstraint(
            model_name='experimentmetric',
            constraint=models.CheckConstraint(condition=models.Q(('direction__in', ('higher', 'lower'))), name='experiment_metric_direction_known'),
        ),
        migrations.AddConstraint(
            model_name='experimentmetric',
            constraint=models.CheckConstraint(condition=models.Q(('scores__in', ('machines', 'people', 'corrected'))), name='experiment_metric_scores_known'),
        ),
        migrations.AddConstraint(
            model_name='experimentmetric',
            constraint=models.CheckConstraint(condition=models.Q(('margin__gte', 0)), name='experiment_metric_margin_range'),
        ),
        migrations.AddConstraint(
            model_name='variant',
            constraint=models.UniqueConstraint(fields=('experiment', 'name'), name='variant_name_unique'),
        ),
        migrations.AddConstraint(
            model_name='variant',
            constraint=models.UniqueConstraint(fields=('experiment', 'position'), name='variant_position_unique'),
        ),
        migrations.AddConstraint(
            model_name='variant',
            constraint=models.UniqueConstraint(condition=models.Q(('is_control', True)), fields=('experiment',), name='variant_one_control'),
        ),
        migrations.AddConstraint(
            model_name='variant',
            constraint=models.CheckConstraint(condition=models.Q(('traffic_allocation__gte', 0), ('traffic_allocation__lte', 1)), name='variant_allocation_range'),
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
        same_parent("experiments_experiment", column="dataset_version_id", parent="datasets_datasetversion"),
        same_parent("experiments_variant", column="experiment_id", parent="experiments_experiment"),
        same_parent("experiments_variant", column="system_id", parent="datasets_system"),
        same_parent("experiments_variant", column="evaluation_id", parent="experiments_evaluation"),
        same_parent("experiments_experiment", column="winner_id", parent="experiments_variant"),
        append_only("experiments_experimentlook"),
        migrations.RunSQL(FROZEN, THAWED),
    ]

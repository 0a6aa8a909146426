"""Units of traffic with their variants and outcomes, what these come to, and how bandits share out new units."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from evalhub.lib.database.guards import append_only, same_parent


class Migration(migrations.Migration):

    dependencies = [
        ('experiments', '0011_judges_of_benchmark_tasks'),
    ]

    operations = [
        migrations.CreateModel(
            name='Allocation',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('unit', models.CharField(max_length=200)),
                ('propensity', models.FloatField()),
                ('shares_number', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='allocations', to='experiments.experiment')),
                ('variant', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='allocations', to='experiments.variant')),
            ],
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
        ),
        migrations.CreateModel(
            name='VariantShares',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(help_text='from 1')),
                ('shares', models.JSONField()),
                ('seed', models.BigIntegerField()),
                ('n', models.PositiveBigIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('experiment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='experiments.experiment')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='allocation',
            constraint=models.UniqueConstraint(fields=('experiment', 'unit'), name='allocation_once'),
        ),
        migrations.AddConstraint(
            model_name='allocation',
            constraint=models.CheckConstraint(condition=models.Q(('propensity__gt', 0), ('propensity__lte', 1)), name='allocation_propensity_range'),
        ),
        migrations.AddIndex(
            model_name='trafficoutcome',
            index=models.Index(fields=['experiment', 'id'], name='traffic_outcome_in_order'),
        ),
        migrations.AddConstraint(
            model_name='trafficoutcome',
            constraint=models.UniqueConstraint(fields=('allocation', 'metric'), name='traffic_outcome_once'),
        ),
        migrations.AddConstraint(
            model_name='trafficoutcome',
            constraint=models.CheckConstraint(condition=models.Q(('value__gte', -1000000000000.0), ('value__lte', 1000000000000.0)), name='traffic_outcome_range'),
        ),
        migrations.AddConstraint(
            model_name='trafficsummary',
            constraint=models.UniqueConstraint(fields=('experiment', 'variant', 'metric', 'shares_number'), name='traffic_summary_unique', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='trafficsummary',
            constraint=models.CheckConstraint(condition=models.Q(('m2__gte', 0), ('n__gte', 1)), name='traffic_summary_range'),
        ),
        migrations.AddConstraint(
            model_name='variantshares',
            constraint=models.UniqueConstraint(fields=('experiment', 'number'), name='variant_shares_number_unique'),
        ),
        same_parent("experiments_allocation", column="variant_id", parent="experiments_variant", via="experiment_id"),
        same_parent(
            "experiments_trafficoutcome", column="allocation_id", parent="experiments_allocation", via="experiment_id"
        ),
        same_parent(
            "experiments_trafficoutcome", column="metric_id", parent="experiments_experimentmetric", via="experiment_id"
        ),
        append_only("experiments_allocation"),
        append_only("experiments_trafficoutcome"),
        append_only("experiments_variantshares"),
    ]

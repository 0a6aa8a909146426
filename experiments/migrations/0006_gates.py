"""Gates and what they said of evaluations."""

import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_organization_settings'),
        ('datasets', '0011_partial_uploads'),
        ('experiments', '0005_benchmark_suites'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            },
        ),
        migrations.AddConstraint(
            model_name='gate',
            constraint=models.UniqueConstraint(fields=('organization', 'name'), name='gate_name_unique'),
        ),
        migrations.AddConstraint(
            model_name='gate',
            constraint=models.CheckConstraint(condition=models.Q(('baseline_rule__in', ('none', 'pinned', 'last_passed', 'own'))), name='gate_baseline_rule_known'),
        ),
        migrations.AddConstraint(
            model_name='gate',
            constraint=models.CheckConstraint(condition=models.Q(('least_cases__gte', 1)), name='gate_least_cases_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='gate',
            constraint=models.CheckConstraint(condition=models.Q(('least_scored_share__gte', 0), ('least_scored_share__lte', 1)), name='gate_scored_share_range'),
        ),
        migrations.AddConstraint(
            model_name='gate',
            constraint=models.CheckConstraint(condition=models.Q(('baseline', None), ('baseline_rule__in', ['pinned', 'last_passed']), _connector='OR'), name='gate_baseline_is_pinned'),
        ),
        migrations.AddIndex(
            model_name='gateresult',
            index=models.Index(fields=['gate', '-decided_at'], name='gate_result_by_gate'),
        ),
        migrations.AddIndex(
            model_name='gateresult',
            index=models.Index(fields=['evaluation', '-decided_at'], name='gate_result_by_evaluation'),
        ),
        migrations.AddConstraint(
            model_name='gateresult',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ('passed', 'failed', 'undecided'))), name='gate_result_state_known'),
        ),
        migrations.AddConstraint(
            model_name='gateresult',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'undecided'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='gate_result_undecided_has_reason'),
        ),
        same_parent("experiments_gate", column="dataset_id", parent="datasets_dataset"),
        same_parent("experiments_gate", column="baseline_id", parent="experiments_evaluation"),
        same_parent("experiments_gateresult", column="gate_id", parent="experiments_gate"),
        same_parent("experiments_gateresult", column="evaluation_id", parent="experiments_evaluation"),
        same_parent("experiments_gateresult", column="baseline_id", parent="experiments_evaluation"),
    ]

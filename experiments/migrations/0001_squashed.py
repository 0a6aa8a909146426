"""Rubric studies, and what the database refuses of them.

In place of the migrations up to 0002_guards, for new databases and for those that have all of them.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models
from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):

    replaces = [
        ('experiments', '0001_initial'),
        ('experiments', '0002_guards'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('accounts', '0001_squashed'),
        ('annotations', '0001_squashed'),
        ('datasets', '0001_squashed'),
        ('reviews', '0001_squashed'),
    ]

    operations = [
        migrations.CreateModel(
            name='EvidenceWindow',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('concept', models.CharField(max_length=300)),
                ('start_date', models.DateField(blank=True, null=True)),
                ('end_date', models.DateField(blank=True, null=True)),
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
        migrations.CreateModel(
            name='Evidence',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('position', models.PositiveIntegerField(help_text='from 1')),
                ('title', models.CharField(blank=True, default='', max_length=500)),
                ('url', models.TextField(blank=True, default='')),
                ('raw_content', models.TextField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('window', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='evidence', to='experiments.evidencewindow')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('window', 'position'), name='evidence_position_unique'), models.CheckConstraint(condition=models.Q(('position__gte', 1)), name='evidence_position_from_one')],
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
            name='ScoreLane',
            fields=[
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='score_lane', serialize=False, to='reviews.runstage')),
                ('sample', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lanes', to='experiments.studysample')),
            ],
            options={
                'ordering': ['stage'],
            },
        ),
        same_parent("experiments_study", column="window_id", parent="experiments_evidencewindow"),
        same_parent("experiments_study", column="run_id", parent="reviews_evaluationrun"),
        same_parent("experiments_study", column="dataset_version_id", parent="datasets_datasetversion"),
    ]

"""Who may work on a task: teams, skills and languages, items per person; and when it is due."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from evalhub.lib.database.guards import same_parent


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_request_limits'),
        ('annotations', '0014_pages_of_drafts'),
    ]

    operations = [
        migrations.AddField(
            model_name='annotationtask',
            name='due_on',
            field=models.DateField(blank=True, help_text='shown, never enforced', null=True),
        ),
        migrations.AddField(
            model_name='annotationtask',
            name='max_items_per_person',
            field=models.PositiveIntegerField(blank=True, help_text='items that the queue gives one person; null: all', null=True),
        ),
        migrations.AddField(
            model_name='annotationtask',
            name='required_languages',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=35), blank=True, db_default=[], default=list, size=None),
        ),
        migrations.AddField(
            model_name='annotationtask',
            name='required_skills',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=60), blank=True, db_default=[], default=list, size=None),
        ),
        migrations.CreateModel(
            name='TaskTeam',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('task', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotations.annotationtask')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.team')),
            ],
        ),
        migrations.AddField(
            model_name='annotationtask',
            name='teams',
            field=models.ManyToManyField(help_text='who may work; none: everybody', related_name='annotation_tasks', through='annotations.TaskTeam', to='accounts.team'),
        ),
        migrations.AddConstraint(
            model_name='annotationtask',
            constraint=models.CheckConstraint(condition=models.Q(('max_items_per_person', 0), _negated=True), name='task_cap_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='taskteam',
            constraint=models.UniqueConstraint(fields=('task', 'team'), name='task_team_once'),
        ),
        same_parent("annotations_taskteam", column="task_id", parent="annotations_annotationtask"),
        same_parent("annotations_taskteam", column="team_id", parent="accounts_team"),
    ]

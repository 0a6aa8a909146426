"""People, organizations, keys and the audit log, and what the database refuses of them.

In place of the migrations up to 0005_organization_settings, for new databases and for those that have all of them.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import evalhub.accounts.models.user
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models
from evalhub.lib.database.guards import append_only, same_parent


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_guards'),
        ('accounts', '0003_workbench'),
        ('accounts', '0004_sign_in'),
        ('accounts', '0005_password_reset'),
        ('accounts', '0006_idempotent_answer'),
        ('accounts', '0001_squashed'),
        ('accounts', '0002_saved_views'),
        ('accounts', '0003_teams'),
        ('accounts', '0004_request_limits'),
        ('accounts', '0005_organization_settings'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='SignInThrottle',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('failures', models.IntegerField()),
                ('last_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), db_index=True)),
                ('free_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254, unique=True)),
                ('name', models.CharField(blank=True, default='', max_length=120)),
                ('is_active', models.BooleanField(default=True)),
                ('is_staff', models.BooleanField(default=False, help_text='May open pages for operators, such as the style page.')),
                ('preferences', models.JSONField(blank=True, default=dict, help_text='keys, panes and hints of the workbench')),
                ('date_joined', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_unique')],
            },
            managers=[
                ('objects', evalhub.accounts.models.user.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Organization',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=255)),
                ('slug', models.SlugField(max_length=100, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('sync_requests_per_minute', models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True)),
                ('batch_requests_per_minute', models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True)),
                ('query_requests_per_minute', models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True)),
                ('organization_requests_per_minute', models.PositiveIntegerField(blank=True, help_text='null: the setting of the server', null=True)),
                ('time_zone', models.CharField(blank=True, db_default='', default='', help_text='of days and times on pages; empty: UTC', max_length=64)),
                ('keep_raw_days', models.PositiveIntegerField(blank=True, help_text='how long raw answers of providers are kept; null: the setting of the server', null=True)),
                ('default_model', models.CharField(blank=True, db_default='', default='', help_text='what forms begin with', max_length=200)),
                ('consensus_threshold', models.FloatField(blank=True, help_text='of new tasks; null: two thirds', null=True)),
                ('audit_sample_share', models.FloatField(blank=True, help_text='of new tasks; null: a tenth', null=True)),
            ],
            options={
                'ordering': ['name'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('sync_requests_per_minute', 0), _negated=True), models.Q(('batch_requests_per_minute', 0), _negated=True), models.Q(('query_requests_per_minute', 0), _negated=True), models.Q(('organization_requests_per_minute', 0), _negated=True)), name='organization_requests_above_zero'), models.CheckConstraint(condition=models.Q(('consensus_threshold__isnull', True), models.Q(('consensus_threshold__gte', 0), ('consensus_threshold__lte', 1)), _connector='OR'), name='organization_threshold_range'), models.CheckConstraint(condition=models.Q(('audit_sample_share__isnull', True), models.Q(('audit_sample_share__gte', 0), ('audit_sample_share__lte', 1)), _connector='OR'), name='organization_audit_share_range')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('admin', 'Admin'), ('reviewer', 'Reviewer'), ('annotator', 'Annotator'), ('viewer', 'Viewer')], max_length=12)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='accounts.organization')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'organization'), name='membership_once_per_organization'), models.CheckConstraint(condition=models.Q(('role__in', ['admin', 'reviewer', 'annotator', 'viewer'])), name='membership_role_known')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254)),
                ('role', models.CharField(choices=[('admin', 'Admin'), ('reviewer', 'Reviewer'), ('annotator', 'Annotator'), ('viewer', 'Viewer')], max_length=12)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('invited_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='AuditEvent',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('verb', models.CharField(max_length=60)),
                ('object_type', models.CharField(blank=True, default='', max_length=60)),
                ('object_id', models.CharField(blank=True, default='', max_length=64)),
                ('details', models.JSONField(default=dict)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['organization', '-id'], name='audit_by_organization')],
            },
        ),
        migrations.CreateModel(
            name='ApiKey',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=120)),
                ('prefix', models.CharField(max_length=16)),
                ('key_hash', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_keys', to='accounts.membership')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='PasswordReset',
            fields=[
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed'), ('cancelled', 'cancelled')], default='waiting', max_length=12)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('lease_owner', models.CharField(blank=True, default='', max_length=80)),
                ('next_attempt_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, default='')),
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'created_at'], name='password_reset_by_user'), models.Index(condition=models.Q(('state__in', ['waiting', 'running'])), fields=['next_attempt_at'], name='password_reset_due')],
            },
        ),
        migrations.CreateModel(
            name='SavedView',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('list_key', models.CharField(max_length=60)),
                ('scope', models.CharField(blank=True, default='', max_length=60)),
                ('name', models.CharField(max_length=80)),
                ('query', models.TextField(blank=True, default='')),
                ('shared', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name'],
                'indexes': [models.Index(fields=['organization', 'list_key', 'scope'], name='saved_view_by_list')],
                'constraints': [models.UniqueConstraint(fields=('organization', 'user', 'list_key', 'scope', 'name'), name='saved_view_of_list_name_unique')],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=120)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.membership')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
                ('team', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.team')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('team', 'membership'), name='team_member_once')],
            },
        ),
        migrations.AddField(
            model_name='team',
            name='members',
            field=models.ManyToManyField(related_name='teams', through='accounts.TeamMember', to='accounts.membership'),
        ),
        migrations.CreateModel(
            name='IdempotentAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200)),
                ('request_sha256', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField(default=0)),
                ('body', models.TextField(blank=True, default='')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now(), db_index=True)),
                ('membership', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('membership', 'key'), name='idempotent_answer_unique')],
            },
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(models.F('organization'), django.db.models.functions.text.Lower('name'), name='team_name_unique'),
        ),
        same_parent("accounts_apikey", column="membership_id", parent="accounts_membership"),
        same_parent("accounts_teammember", column="membership_id", parent="accounts_membership"),
        same_parent("accounts_teammember", column="team_id", parent="accounts_team"),
        append_only("accounts_auditevent"),
    ]

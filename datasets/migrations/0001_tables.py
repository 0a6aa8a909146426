"""Datasets, versions, cases, systems and outputs, their search, and what the database refuses of them.

In place of the migrations up to 0012_times_of_outputs, for new databases and for those that have all of them.
"""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models
from evalhub.lib.database.guards import references, same_parent

FROZEN = """
    CREATE FUNCTION refuse_change_of_cases() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM (SELECT DISTINCT version_id FROM old_cases) c
        JOIN datasets_datasetversion v ON v.id = c.version_id
        WHERE v.is_open OR v.status = 'PUBLISHED'
      ) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'cases of an open or published version never change',
          CONSTRAINT = 'case_frozen';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER case_frozen_updated AFTER UPDATE ON datasets_testcase REFERENCING OLD TABLE AS old_cases
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_cases();
    CREATE TRIGGER case_frozen_deleted AFTER DELETE ON datasets_testcase REFERENCING OLD TABLE AS old_cases
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_cases();
"""
THAWED = """
    DROP TRIGGER case_frozen_deleted ON datasets_testcase;
    DROP TRIGGER case_frozen_updated ON datasets_testcase;
    DROP FUNCTION refuse_change_of_cases();
"""
# The ends of the parts of an external id, marked by #, are found by a beginning, and so is any part of the id.
# Code points, not classes of letters, so that the locale of the database does not matter. Chinese and Japanese are
# written without spaces: each of their signs is a word.
FUNCTIONS = r"""
    CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT regexp_replace(
        regexp_replace(left(value, 100000), '([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])', ' \1 ', 'g'),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f]+', ' ', 'g')
    $$;
    CREATE FUNCTION search_values(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT coalesce(string_agg(part #>> '{}', ' '), '')
      FROM jsonb_path_query(value, 'strict $.** ? (@.type() == "string" || @.type() == "number")') AS part
    $$;
    CREATE FUNCTION search_id_parts(external_id text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT coalesce(array_agg(DISTINCT '#' || right(run, length)), '{}')
      FROM regexp_split_to_table(search_text(lower(left(external_id, 200))), ' +') run,
           generate_series(least(length(run), 3), least(length(run), 40)) length
      WHERE run <> ''
    $$;
    CREATE FUNCTION search_vector_of_case(
      version_id uuid, external_id text, input jsonb, expected text, acceptable jsonb, metadata jsonb
    ) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT array_to_tsvector(ARRAY['=' || version_id] || search_id_parts(external_id))
        || to_tsvector('simple'::regconfig, search_text(
             coalesce(external_id, '') || ' ' || search_values(input) || ' ' || coalesce(expected, '') || ' '
             || search_values(acceptable) || ' ' || search_values(metadata)))
    $$;
    CREATE FUNCTION search_vector_of_output(version_id uuid, value text)
    RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT array_to_tsvector(ARRAY['=' || version_id]) || to_tsvector('simple'::regconfig, search_text(value))
    $$;
"""
NO_FUNCTIONS = """
    DROP FUNCTION search_vector_of_output(uuid, text);
    DROP FUNCTION search_vector_of_case(uuid, text, jsonb, text, jsonb, jsonb);
    DROP FUNCTION search_id_parts(text);
    DROP FUNCTION search_values(jsonb);
    DROP FUNCTION search_text(text);
"""
TRIGGERS = """
    CREATE FUNCTION index_case() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO datasets_casesearch (case_id, vector)
      VALUES (NEW.id, search_vector_of_case(NEW.version_id, NEW.external_id, NEW.input, NEW.expected_output,
                                            NEW.acceptable_answers, NEW.metadata))
      ON CONFLICT (case_id) DO UPDATE SET vector = EXCLUDED.vector;
      RETURN NULL;
    END $$;
    CREATE FUNCTION index_output() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO datasets_outputsearch (output_id, vector)
      SELECT NEW.id, search_vector_of_output(version_id, NEW.text)
      FROM datasets_testcase WHERE id = NEW.test_case_id
      ON CONFLICT (output_id) DO UPDATE SET vector = EXCLUDED.vector;
      RETURN NULL;
    END $$;
    CREATE TRIGGER case_indexed AFTER INSERT OR UPDATE ON datasets_testcase FOR EACH ROW
    WHEN (current_setting('evalhub.indexes_later', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION index_case();
    CREATE TRIGGER output_indexed AFTER INSERT OR UPDATE OF text ON datasets_modeloutput FOR EACH ROW
    WHEN (current_setting('evalhub.indexes_later', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION index_output();
"""
NO_TRIGGERS = """
    DROP TRIGGER output_indexed ON datasets_modeloutput;
    DROP TRIGGER case_indexed ON datasets_testcase;
    DROP FUNCTION index_output();
    DROP FUNCTION index_case();
"""


class Migration(migrations.Migration):

    replaces = [
        ('datasets', '0001_initial'),
        ('datasets', '0002_guards'),
        ('datasets', '0003_case_blocks'),
        ('datasets', '0001_squashed'),
        ('datasets', '0002_systems'),
        ('datasets', '0003_formats_of_the_registry'),
        ('datasets', '0004_open_versions'),
        ('datasets', '0005_produced_outputs'),
        ('datasets', '0006_unlisted_datasets'),
        ('datasets', '0007_search'),
        ('datasets', '0008_bad_rows'),
        ('datasets', '0009_label_files'),
        ('datasets', '0010_encoding'),
        ('datasets', '0011_partial_uploads'),
        ('datasets', '0012_times_of_outputs'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ('is_open', models.BooleanField(db_default=False, default=False, help_text='cases are added to it, until it is published')),
                ('validation_status', models.CharField(default='PENDING', max_length=8)),
                ('file_format', models.CharField(max_length=40)),
                ('file_name', models.CharField(blank=True, default='', max_length=255)),
                ('stored_path', models.CharField(blank=True, default='', max_length=500)),
                ('size_bytes', models.BigIntegerField(default=0)),
                ('encoding', models.CharField(blank=True, db_default='', default='', help_text='what the file is converted from; empty: UTF-8', max_length=20)),
                ('mapping', models.JSONField(default=dict, help_text='which column is what; empty means guessed by name')),
                ('labels', models.JSONField(db_default=models.Value({}, output_field=models.JSONField()), default=dict, help_text='of a file with a row per label: {count, annotators, values: {question: {value: count}}}')),
                ('columns', models.JSONField(default=list, help_text='[{name, type}] in file order')),
                ('schema_hash', models.CharField(blank=True, default='', max_length=64)),
                ('row_count', models.PositiveIntegerField(default=0)),
                ('unindexed_from', models.PositiveIntegerField(blank=True, help_text='cases from this row on wait to be indexed for search', null=True)),
                ('validation_errors', models.JSONField(default=list, help_text='the first 100: [{row, column, reason}]')),
                ('error_count', models.PositiveIntegerField(default=0)),
                ('error_groups', models.JSONField(db_default=models.Value([], output_field=models.JSONField()), default=list, help_text='all errors by reason: [{row, column, reason, value, count, rows}], the first of each in full')),
                ('rows_read', models.PositiveIntegerField(db_default=0, default=0, help_text='of the file, with bad ones')),
                ('is_cut', models.BooleanField(db_default=False, default=False, help_text='the file cannot be read to its end')),
                ('leaves_out_bad_rows', models.BooleanField(db_default=False, default=False, help_text='rows with an error are no cases, the others are')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-version_number'],
            },
        ),
        migrations.CreateModel(
            name='ModelOutput',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('repetition', models.PositiveSmallIntegerField(db_default=1, default=1, help_text='of the same question, from 1')),
                ('text', models.TextField()),
                ('error', models.TextField(blank=True, db_default='', default='', help_text='why there is no answer')),
                ('finish_reason', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('latency_ms', models.FloatField(blank=True, null=True)),
                ('tokens_in', models.PositiveIntegerField(blank=True, null=True)),
                ('tokens_out', models.PositiveIntegerField(blank=True, null=True)),
                ('cost_usd', models.DecimalField(blank=True, decimal_places=10, max_digits=18, null=True)),
                ('occurred_at', models.DateTimeField(blank=True, help_text='when a running system gave it', null=True)),
                ('text_sha256', models.CharField(max_length=64)),
                ('simulated', models.BooleanField(db_default=False, default=False)),
                ('produced', models.BooleanField(db_default=False, default=False, help_text='by a run here; no part of the frozen data')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Dataset',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=255)),
                ('description', models.TextField(blank=True, default='')),
                ('type', models.CharField(choices=[('EVALUATION', 'EVALUATION'), ('BENCHMARK', 'BENCHMARK'), ('GOLDEN_SET', 'GOLDEN_SET'), ('ANNOTATION_QUEUE', 'ANNOTATION_QUEUE')], default='EVALUATION', max_length=20)),
                ('tags', models.JSONField(default=list)),
                ('is_listed', models.BooleanField(db_default=True, default=True, help_text='false: EvalHub adds to it by itself, and nobody else changes it')),
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
            name='TestCase',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('row_index', models.PositiveIntegerField(help_text='position in the file, from 0')),
                ('external_id', models.TextField(blank=True, null=True)),
                ('input', models.JSONField()),
                ('expected_output', models.TextField(blank=True, null=True)),
                ('acceptable_answers', models.JSONField(db_default=models.Value([], output_field=models.JSONField()), default=list, help_text='texts that are as right as expected_output')),
                ('metadata', models.JSONField(default=dict)),
                ('version', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='datasets.datasetversion')),
            ],
            options={
                'ordering': ['row_index'],
                'constraints': [models.UniqueConstraint(fields=('version', 'row_index'), name='case_row_unique'), models.UniqueConstraint(condition=models.Q(('external_id__isnull', False)), fields=('version', 'external_id'), name='case_external_id_unique')],
            },
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='dataset',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='datasets.dataset'),
        ),
        migrations.AddField(
            model_name='datasetversion',
            name='organization',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization'),
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
            name='OutputSearch',
            fields=[
                ('output', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='search', serialize=False, to='datasets.modeloutput')),
                ('vector', django.contrib.postgres.search.SearchVectorField()),
            ],
            options={
                'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['vector'], name='output_search')],
            },
        ),
        migrations.AddField(
            model_name='modeloutput',
            name='test_case',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='outputs', to='datasets.testcase'),
        ),
        migrations.CreateModel(
            name='PartialUpload',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('file_name', models.CharField(max_length=255)),
                ('fingerprint', models.CharField(max_length=100)),
                ('size_bytes', models.BigIntegerField()),
                ('received_bytes', models.BigIntegerField(default=0)),
                ('stored_path', models.CharField(max_length=500)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [models.UniqueConstraint(fields=('organization', 'created_by', 'file_name', 'size_bytes', 'fingerprint'), name='partial_upload_once'), models.CheckConstraint(condition=models.Q(('received_bytes__gte', 0), ('received_bytes__lte', models.F('size_bytes')), ('size_bytes__gte', 1)), name='partial_upload_bounds')],
            },
        ),
        migrations.CreateModel(
            name='System',
            fields=[
                ('id', models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('model', models.CharField(blank=True, default='', max_length=200)),
                ('model_version', models.CharField(blank=True, default='', max_length=200)),
                ('provider', models.CharField(blank=True, default='', max_length=100)),
                ('prompt', models.TextField(blank=True, default='', help_text='its name and version, or its text')),
                ('system_prompt', models.TextField(blank=True, default='')),
                ('parameters', models.JSONField(default=dict)),
                ('fingerprint', models.CharField(help_text='SHA-256 of all of the above', max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.organization')),
            ],
            options={
                'ordering': ['name', 'created_at'],
                'constraints': [models.UniqueConstraint(fields=('organization', 'fingerprint'), name='system_unique')],
            },
        ),
        migrations.AddField(
            model_name='modeloutput',
            name='system',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='outputs', to='datasets.system'),
        ),
        migrations.CreateModel(
            name='CaseSearch',
            fields=[
                ('case', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='search', serialize=False, to='datasets.testcase')),
                ('vector', django.contrib.postgres.search.SearchVectorField()),
            ],
            options={
                'indexes': [django.contrib.postgres.indexes.GinIndex(fields=['vector'], name='case_search')],
            },
        ),
        migrations.AddIndex(
            model_name='datasetversion',
            index=models.Index(condition=models.Q(('state', 'done'), _negated=True), fields=['state', 'next_attempt_at'], name='version_due'),
        ),
        migrations.AddIndex(
            model_name='datasetversion',
            index=models.Index(condition=models.Q(('unindexed_from__isnull', False)), fields=['unindexed_from'], name='version_to_index'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.UniqueConstraint(fields=('dataset', 'version_number'), name='version_number_unique'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['DRAFT', 'PUBLISHED', 'DEPRECATED'])), name='version_status_known'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(('validation_status__in', ['PENDING', 'VALID', 'INVALID'])), name='version_validation_known'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'PUBLISHED'), _negated=True), ('validation_status', 'VALID'), _connector='OR'), name='version_published_is_valid'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(('validation_status', 'VALID'), ('row_count', 0), _connector='OR'), name='version_rows_only_when_valid'),
        ),
        migrations.AddConstraint(
            model_name='datasetversion',
            constraint=models.CheckConstraint(condition=models.Q(('is_open', False), models.Q(('state', 'done'), ('status', 'DRAFT'), ('validation_status', 'VALID')), _connector='OR'), name='version_open_is_draft'),
        ),
        migrations.AddConstraint(
            model_name='modeloutput',
            constraint=models.UniqueConstraint(fields=('test_case', 'system', 'repetition'), name='output_unique'),
        ),
        migrations.AddConstraint(
            model_name='modeloutput',
            constraint=models.CheckConstraint(condition=models.Q(('repetition__gte', 1)), name='output_repetition_from_one'),
        ),
        migrations.AddConstraint(
            model_name='modeloutput',
            constraint=models.CheckConstraint(condition=models.Q(('cost_usd__isnull', True), ('cost_usd__gte', 0), _connector='OR'), name='output_cost_not_negative'),
        ),
        same_parent("datasets_datasetversion", column="dataset_id", parent="datasets_dataset"),
        references("datasets_modeloutput", column="system_id", parent="datasets_system"),
        migrations.RunSQL(FROZEN, THAWED),
        migrations.RunSQL(FUNCTIONS, NO_FUNCTIONS),
        migrations.RunSQL(TRIGGERS, NO_TRIGGERS),
    ]

"""Full-text search over cases and outputs: a vector beside each, written by triggers or by the worker."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import migrations, models

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
WAITING = "UPDATE datasets_datasetversion SET unindexed_from = 0 WHERE row_count > 0"


def one_to_one(parent):
    return models.OneToOneField(
        on_delete=models.CASCADE, primary_key=True, related_name="search", serialize=False, to=f"datasets.{parent}"
    )


class Migration(migrations.Migration):
    dependencies = [("datasets", "0006_unlisted_datasets")]

    operations = [
        migrations.AddField(
            "datasetversion",
            "unindexed_from",
            models.PositiveIntegerField(
                blank=True, help_text="cases from this row on wait to be indexed for search", null=True
            ),
        ),
        migrations.AddIndex(
            "datasetversion",
            models.Index(
                fields=["unindexed_from"], name="version_to_index", condition=models.Q(unindexed_from__isnull=False)
            ),
        ),
        migrations.CreateModel(
            "CaseSearch",
            fields=[("case", one_to_one("testcase")), ("vector", SearchVectorField())],
            options={"indexes": [GinIndex(fields=["vector"], name="case_search")]},
        ),
        migrations.CreateModel(
            "OutputSearch",
            fields=[("output", one_to_one("modeloutput")), ("vector", SearchVectorField())],
            options={"indexes": [GinIndex(fields=["vector"], name="output_search")]},
        ),
        migrations.RunSQL(FUNCTIONS, NO_FUNCTIONS),
        migrations.RunSQL(TRIGGERS, NO_TRIGGERS),
        migrations.RunSQL(WAITING, migrations.RunSQL.noop),
    ]
